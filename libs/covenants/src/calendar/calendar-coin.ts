import type { Utxo } from 'cashscript';
import type { Tranche } from '@weir/calendar';
import type { Outpoint } from '../chain/outpoint.js';
import type { PlanCompanion } from '../plan/plan-coin.js';
import type { PlannedInput, PlannedOutput } from '../transaction/assemble.js';
import type { CalendarContract } from './calendar-contract.js';
import { type CalendarState, encodeCalendarState } from './calendar-state.js';

/** One stream by the calendar as it is now. */
export interface CalendarCoin {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  /** The plan's own category, display-order hex. */
  readonly category: string;
  /** Fungible units of the plan's category: the index while no notice runs, else 0. */
  readonly units: bigint;
  readonly state: CalendarState;
  /** Units of the asset that belong to recipient or sender: satoshis, or the companion's tokens. */
  readonly principal: bigint;
  /** Satoshis of the state beside the principal, for fees. */
  readonly reserve: bigint;
  /** Only where the principal is tokens. */
  readonly companion: PlanCompanion | undefined;
  /** Of a list: all of its tranches, those that were paid too, as its funding announces them. */
  readonly tranches?: readonly Tranche[] | undefined;
}

/** What a stream holds, without its outpoint. */
export type CalendarHolding = Omit<CalendarCoin, 'outpoint'>;

/** The functions of the covenants by the calendar. */
export type CalendarCall =
  | ('pay' | 'end' | 'cancel' | 'stop' | 'settle' | 'resume' | 'refund' | 'sweep')
  | ('announce' | 'finish' | 'collect');

/** Plans the outputs of a stream: its state and, for tokens, the companion right behind it. */
export const calendarOutputs = (contract: CalendarContract, holding: CalendarHolding): PlannedOutput[] => {
  const { category, units, state, principal, reserve, companion } = holding;
  const commitment = encodeCalendarState(contract.terms.product, state, reserve);
  const token = { category, amount: units, nft: { capability: 'mutable', commitment } } as const;
  if (companion === undefined) return [{ to: contract.lockingBytecode, amount: principal + reserve, token }];
  return [
    { to: contract.lockingBytecode, amount: reserve, token },
    {
      to: contract.companion.lockingBytecode,
      amount: companion.satoshis,
      token: { category: companion.category, amount: principal },
    },
  ];
};

/** How the state of a stream is spent. */
export interface CalendarSpending {
  readonly call: CalendarCall;
  /** Periods, installments, paydays or tranches that it names; undefined for a function without an argument. */
  readonly argument?: bigint | Uint8Array | undefined;
  /** Blocks that the state must be old. */
  readonly blocks?: number | undefined;
}

/** Plans the inputs of a stream side by side: its state and, for tokens, the companion behind it. */
export const calendarInputs = (
  contract: CalendarContract,
  coin: CalendarCoin,
  { call, argument, blocks }: CalendarSpending,
): PlannedInput[] =>
  calendarOutputs(contract, coin).map(({ amount, token }, i): PlannedInput => {
    const nft = i === 1 ? coin.companion?.nft : token?.nft;
    const utxo: Utxo = {
      txid: coin.outpoint.txid,
      vout: coin.outpoint.vout + i,
      satoshis: amount,
      ...(token !== undefined && { token: { ...token, ...(nft !== undefined && { nft }) } }),
    };
    if (i > 0) return { utxo, unlocker: contract.companion.unlock('spend') };
    const input = { utxo, unlocker: contract.unlock(call, argument === undefined ? [] : [argument]) };
    return blocks === undefined ? input : { ...input, sequence: blocks };
  });

/** Whether a notice runs: then the clock holds the units. */
export const isCalendarNoticed = ({ units }: Pick<CalendarCoin, 'units'>): boolean => units === 0n;

/** Whether a move to another address is pending: then only a coin of the recipient makes payments that leave something. */
export const isCalendarMoving = ({ state }: Pick<CalendarCoin, 'state'>): boolean => state.movesTo !== undefined;
