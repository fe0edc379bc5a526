import { holdsTokens, isRecurring, type Kind } from './covenant.js';
import { STATUS, type State } from './state.js';
import { isNoticed, principalOf, readStream, type Stream } from './stream.js';

/** The least that is paid or left in BCH: what a P2SH32 output needs. */
export const DUST = 576n;

/** The least that is paid or left. */
export const leastOf = (kind: Kind): bigint => (holdsTokens(kind) ? 1n : DUST);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What has vested of a total: floor(total * whole steps / steps), nothing before the cliff, all of it at the end. */
export const vestedAt = (
  total: bigint,
  { start, end }: Pick<State, 'start' | 'end'>,
  { cliff, step }: { readonly cliff: bigint; readonly step: bigint },
  time: bigint,
): bigint => {
  if (time >= end) return start + cliff <= end ? total : 0n;
  if (time < start + cliff) return 0n;
  return (total * ((time - start) / step)) / ((end - start + step - 1n) / step);
};

/** What a payment at a time would be. `due` may be below what is payable, zero or, dated back, negative. */
export interface Payment {
  readonly due: bigint;
  readonly left: bigint;
  /** Nothing is left to pay: the stream ends. */
  readonly ends: boolean;
  /** The state after it, its reserve unchanged. */
  readonly next: State;
  /** Whether the reserve gives a fee for it. */
  readonly worth: boolean;
  /** Of the stream: periods for a recurring payment, else units of the asset. */
  readonly share: { readonly part: bigint; readonly whole: bigint };
}

const halted = ({ status }: State): boolean => status >= STATUS.pausedRunning;

/** Periods that may fall due before a resume. */
export const openPeriods = (state: State): bigint => (halted(state) ? state.status % 2n : state.unpaid);

const recurring = (stream: Stream, time: bigint): Omit<Payment, 'worth'> => {
  const state = readStream(stream);
  const principal = principalOf(stream);
  const { interval } = stream.address.terms;
  const passed = (time - state.next + interval) / interval;
  const periods = least(passed > 0n ? passed : 0n, openPeriods(state));
  const unpaid = state.unpaid - periods;
  const due = unpaid === 0n ? principal : periods * state.amount;
  return {
    due,
    left: principal - due,
    ends: unpaid === 0n,
    share: { part: periods, whole: state.unpaid },
    next: {
      ...state,
      unpaid,
      next: state.next + periods * interval,
      status: halted(state) ? state.status + periods : state.status,
    },
  };
};

const vesting = (stream: Stream, time: bigint): Omit<Payment, 'worth'> => {
  const state = readStream(stream);
  const principal = principalOf(stream);
  const due = vestedAt(state.released + principal, state, stream.address.terms, time) - state.released;
  return {
    due,
    left: principal - due,
    ends: principal === due,
    share: { part: due, whole: principal },
    next: { ...state, released: state.released + due },
  };
};

export const paymentOf = (stream: Stream, time: bigint): Payment => {
  const { kind, terms } = stream.address;
  const payment = isRecurring(kind) ? recurring(stream, time) : vesting(stream, time);
  const { part, whole } = payment.share;
  const worth = payment.ends || part * (readStream(stream).reserve - terms.floor) >= whole * terms.fee;
  return { ...payment, worth };
};

/** Whether the covenant lets a payment be: enough due and left, and under notice no endless small ones. */
export const isPayable = (stream: Stream, { due, left, ends, share }: Payment, byRecipient: boolean): boolean => {
  const { kind } = stream.address;
  if (isRecurring(kind)) return share.part > 0n;
  const dust = leastOf(kind);
  if (due < dust || (!ends && left < dust)) return false;
  const total = readStream(stream).released + share.whole;
  return !isNoticed(stream) || ends || byRecipient || due * 4_096n >= total;
};

/** What a cancel, a stop at a time pays beside the state: nothing below dust, nothing back. */
export const paidByStop = (stream: Stream, time: bigint): Payment => {
  const payment = paymentOf(stream, time);
  if (isRecurring(stream.address.kind) || payment.due >= (holdsTokens(stream.address.kind) ? 0n : DUST)) return payment;
  return { ...payment, due: 0n, left: payment.share.whole, next: readStream(stream) };
};
