import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { writeHex } from '../bytes/read-bytes.js';
import type { Network } from '../chain/network.js';
import {
  findFunding,
  isCompanionSound,
  type Found,
  type FoundIn,
  type FundingFault,
  type FundingFormat,
  type FundingResult,
} from '../plan/funding/find-funding.js';
import { readCompanion } from '../plan/plan-coin.js';
import { announcesCalendar, decodeCalendarAnnouncement } from './calendar-announcement.js';
import type { CalendarCoin, CalendarHolding } from './calendar-coin.js';
import { type CalendarContract, createCalendarContracts } from './calendar-contract.js';
import { type CalendarStreamProblem, findCalendarStreamProblem } from './calendar-rules.js';
import { decodeCalendarState } from './calendar-state.js';
import { type CalendarTerms, isBchCalendar } from './calendar-terms.js';
import { readTrancheCarriers } from './tranche-carriers.js';

/** One problem of the funding of a plan by the calendar, and the output that has it. */
export type CalendarFundingFault = FundingFault<CalendarStreamProblem>;

/** One stream by the calendar as its funding made it. */
export type FoundCalendarStream = FoundIn<CalendarContract, CalendarCoin>;

/** A plan by the calendar, rebuilt from the bytes of its funding. */
export type FoundCalendar = Found<CalendarTerms, CalendarContract, CalendarCoin>;

/** The plan by the calendar that a transaction funds, or everything that is wrong with it. */
export type CalendarFundingResult = FundingResult<FoundCalendar, CalendarStreamProblem>;

/** Reads the state at an output, and the reserve in it; undefined where the output holds no state of the contract. */
const readState = ({ terms, lockingBytecode }: CalendarContract, output: Output | undefined) => {
  if (output?.token?.nft?.capability !== 'mutable') return undefined;
  if (!binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  return decodeCalendarState(terms.product, output.token.nft.commitment);
};

/**
 * Reads the stream at an output (and, for tokens, the one behind it) by its form alone; undefined where there is none.
 */
export const readCalendarStream = (
  contract: CalendarContract,
  outputs: readonly Output[],
  vout: number,
): CalendarHolding | undefined => {
  const output = outputs[vout];
  const decoded = readState(contract, output);
  if (output?.token === undefined || decoded === undefined) return undefined;
  const { state, reserve = 0n } = decoded;
  const shared = { category: writeHex(output.token.category), units: output.token.amount, state };
  const value = output.valueSatoshis;
  if (isBchCalendar(contract.terms.product))
    return { ...shared, principal: value - reserve, reserve, companion: undefined };
  const beside = readCompanion(contract, shared.category, outputs[vout + 1]);
  return beside && { ...shared, reserve: value, ...beside };
};

const FORMAT: FundingFormat<CalendarTerms, CalendarContract, CalendarCoin, CalendarStreamProblem> = {
  announces: announcesCalendar,
  decode: decodeCalendarAnnouncement,
  contracts: createCalendarContracts,
  reader: (terms, outputs) => {
    const lists = readTrancheCarriers(outputs, terms.sender);
    return (contract, vout) => {
      const holding = readCalendarStream(contract, outputs, vout);
      if (holding === undefined) return readState(contract, outputs[vout]) === undefined ? 'NO_STATE' : 'NO_COMPANION';
      if (!isCompanionSound(holding.companion)) return 'NO_COMPANION';
      const { state, principal } = holding;
      const tranches = state.kind === 'TRANCHES' ? lists.find(state.list, principal) : undefined;
      const problem = findCalendarStreamProblem(terms, contract.group, { ...holding, tranches });
      return problem ?? { ...holding, ...(tranches !== undefined && { tranches }) };
    };
  },
};

/**
 * Finds the plan by the calendar that a transaction funds (see `findFunding`), with the tranches in their carriers.
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findCalendarFunding = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): CalendarFundingResult => findFunding({ network, txid, transaction }, FORMAT);
