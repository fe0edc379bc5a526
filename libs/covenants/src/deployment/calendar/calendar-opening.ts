import type { Tranche } from '@weir/calendar';
import type { CalendarCoin } from '../../calendar/calendar-coin.js';
import type { CalendarContract } from '../../calendar/calendar-contract.js';
import { type CalendarBalance, type CalendarPace, paidTranches } from '../../calendar/calendar-payout.js';
import { type CalendarState, decodeCalendarState, encodeCalendarState } from '../../calendar/calendar-state.js';
import type { PlanOpening } from '../plan/plan-opening.js';
import { type StateAddresses, storedHolding, toStoredForm } from '../stored-coin.js';
import type { ContractState } from '../stream-schedule.types.js';

/** What the funding of a plan by the calendar fixes for one of its streams, beyond the announced terms. */
export interface CalendarOpening extends PlanOpening {
  /** Of a list: all of its tranches, as the funding announces them. */
  readonly tranches?: readonly Tranche[] | undefined;
}

/**
 * Decodes a commitment of a product by the calendar.
 *
 * @throws Error where it is none: what was stored was never read from this plan
 */
export const calendarStateOf = ({ terms }: CalendarPace, commitment: string) => {
  const decoded = decodeCalendarState(terms.product, commitment);
  if (decoded === undefined) throw new Error(`Stored commitment does not decode as a calendar stream: ${commitment}`);
  return decoded;
};

/**
 * Returns what a stream has paid by its commitments alone, units of the asset.
 *
 * @throws RangeError where the two states are of different kinds
 */
const paidBetween = (
  { total, tranches = [] }: Pick<CalendarOpening, 'total' | 'tranches'>,
  initial: CalendarState,
  state: CalendarState,
): bigint => {
  if (state.kind === 'SALARY' && initial.kind === 'SALARY')
    return state.unpaid === 0 ? total : state.amount * BigInt(initial.unpaid - state.unpaid);
  if (state.kind === 'GRANT' && initial.kind === 'GRANT') return state.released - initial.released;
  if (state.kind === 'TRANCHES')
    return tranches.slice(0, paidTranches(state, tranches)).reduce((sum, { amount }) => sum + amount, 0n);
  throw new RangeError(`A stream that began as ${initial.kind} does not become ${state.kind}`);
};

/**
 * Returns what a stream holds according to its commitment alone: enough to compute what falls due, not to build a transaction.
 *
 * @param initial the state it began in
 */
export const calendarBalanceOf = (
  opening: Pick<CalendarOpening, 'total' | 'tranches'>,
  initial: CalendarState,
  state: CalendarState,
): CalendarBalance => ({
  state,
  principal: opening.total - paidBetween(opening, initial, state),
  tranches: opening.tranches,
});

/**
 * Converts a stored state to the form that the builders of streams by the calendar take.
 *
 * @throws Error where it does not belong to this stream
 */
export const calendarCoinOf = (
  contract: CalendarContract,
  { asset, tranches }: CalendarOpening,
  stored: ContractState,
): CalendarCoin => {
  const { state, reserve } = calendarStateOf(contract, stored.commitment);
  return { ...storedHolding(stored, asset, { index: state.index, reserve }), state, tranches };
};

/**
 * Converts a stream by the calendar to the form that callers store.
 *
 * @param clock of a notice that runs; left out otherwise
 * @param addresses those that the opening does not say
 */
export const toCalendarContractState = (
  { terms }: CalendarPace,
  coin: CalendarCoin,
  clock: ContractState['clock'],
  addresses: StateAddresses = {},
): ContractState => toStoredForm(coin, encodeCalendarState(terms.product, coin.state, coin.reserve), clock, addresses);
