import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { CalendarContract } from '../../calendar/calendar-contract.js';
import { decodeCalendarState, encodeCalendarState } from '../../calendar/calendar-state.js';
import {
  type CalendarFundingFault,
  findCalendarFunding,
  type FoundCalendarStream,
} from '../../calendar/find-calendar.js';
import { buildCalendarSweep, isCalendarStray } from '../../calendar/transactions/sweep-calendar.js';
import type { Network } from '../../chain/network.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { keyWallet } from '../plan/plan-position.js';
import type { StreamModel } from '../plan/plan-stream.js';
import { findClockOf, inputsOfScript } from '../stored-coin.js';
import type { ContractState, StreamSchedule } from '../stream-schedule.types.js';
import { type CalendarOpening, calendarStateOf, toCalendarContractState } from './calendar-opening.js';
import { calendarPosition } from './calendar-position.js';
import { calendarStreamSchedule } from './calendar-schedule.js';

/** One salary, grant or list of tranches by the calendar. */
export interface CalendarStream extends StreamModel {
  readonly contract: CalendarContract;
  readonly opening: CalendarOpening;
  /** 1 to 32,767, unique in its funding. */
  readonly index: number;
  readonly schedule: StreamSchedule;
  /** Whether a coin at the address was sent there by mistake. */
  readonly isStray: (coin: Utxo) => boolean;
  /**
   * Builds the sender's sweep of strays.
   *
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   * @throws RangeError for none or more than 50 strays, or a state among them
   */
  readonly buildSweep: (strays: readonly Utxo[], coins: readonly Utxo[], options?: BuildOptions) => UnsignedTransaction;
}

/**
 * Creates the model of a stream by the calendar: what follows it as any stream of a plan. Pure.
 *
 * @param contract of the group at whose address the stream lies
 * @param opening what the funding of its plan fixes for it
 * @throws Error where the opening's commitment does not belong to the plan's product
 */
export const createCalendarStream = (contract: CalendarContract, opening: CalendarOpening): CalendarStream => {
  const { terms, group, network, address, lockingBytecode, clock, companion } = contract;
  const { index } = calendarStateOf(contract, opening.commitment).state;
  return {
    contract,
    opening,
    index,
    network,
    address,
    lockingBytecode,
    scripts: [lockingBytecode, clock.lockingBytecode, companion.lockingBytecode],
    sender: terms.sender,
    recipient: opening.recipient,
    noticeBlocks: group.noticeBlocks,
    schedule: calendarStreamSchedule(contract, opening),
    initialCommitment: opening.commitment,
    findClock: (txid, transaction) =>
      findClockOf({ clock: clock.lockingBytecode, category: opening.category, index }, txid, transaction),
    at: (state, options) => calendarPosition(contract, opening, state, options),
    stateInputs: (transaction) => inputsOfScript(contract.redeemScript, transaction),
    isState: ({ lockingBytecode: at, token }) =>
      token?.nft !== undefined &&
      binToHex(token.category) === opening.category &&
      binsAreEqual(at, lockingBytecode) &&
      decodeCalendarState(terms.product, token.nft.commitment)?.state.index === index,
    isStray: (coin) => isCalendarStray(contract, coin),
    buildSweep: (strays, coins, options) =>
      buildCalendarSweep(contract, strays, keyWallet(terms.sender, coins), options),
  };
};

/** Returns what the funding fixes for a stream that was found in it. */
export const calendarOpeningOf = ({ contract, coin, recipient }: FoundCalendarStream): CalendarOpening => ({
  category: coin.category,
  commitment: encodeCalendarState(contract.terms.product, coin.state, coin.reserve),
  total: coin.principal,
  asset: coin.companion?.category,
  recipient,
  ...(coin.tranches !== undefined && { tranches: coin.tranches }),
});

/** One stream by the calendar as a funding made it. */
export interface CalendarStreamDeployment {
  readonly stream: CalendarStream;
  readonly state: ContractState;
}

/** All streams by the calendar that a funding opens, or why it opens none. */
export type CalendarDeployments =
  | { readonly ok: true; readonly deployments: readonly CalendarStreamDeployment[] }
  | { readonly ok: false; readonly problems: readonly CalendarFundingFault[] };

/**
 * Finds the streams by the calendar that a transaction opens, in the order of its outputs: all of them, or none where one is not sound
 * (see `findCalendarFunding`).
 *
 * @param txid display-order hex
 */
export const findCalendarDeployments = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): CalendarDeployments => {
  const found = findCalendarFunding(network, txid, transaction);
  if (!found.ok) return found;
  return {
    ok: true,
    deployments: found.plan.streams.map((each) => ({
      stream: createCalendarStream(each.contract, calendarOpeningOf(each)),
      state: toCalendarContractState(each.contract, each.coin, undefined),
    })),
  };
};
