import { flattenBinArray } from '@bitauth/libauth';
import {
  firstPaydayFrom,
  lastPayday,
  nextPayday,
  paydaysFrom,
  paydayStep,
  type Paydays,
  scriptPaydayTime,
} from '@weir/calendar';
import type { ContractStatus } from '@weir/kinds';
import { MAX_CURRENCY_PERIODS, MIN_PAYMENT } from '@weir/payments';
import { littleEndian } from '../bytes/little-endian.js';
import { readHex, readUnsigned, writeHex } from '../bytes/read-bytes.js';
import type { CurrencyRhythm } from './currency-terms.js';

/** PAUSING and CANCELLED: a notice runs. A payment that is paused is ACTIVE with fewer open periods than unpaid ones. */
export type CurrencySlotStatus = 'ACTIVE' | 'PAUSING' | 'CANCELLED';

const STATUSES: readonly CurrencySlotStatus[] = ['ACTIVE', 'PAUSING', 'CANCELLED'];

/** The state of one payment in a currency, and the terms of its own, as its commitment holds them. */
export interface CurrencyState {
  /** 1 to 32,767, unique in its funding; while no notice runs the state holds as many fungible units. */
  readonly index: number;
  readonly status: CurrencySlotStatus;
  /** Periods that are not paid yet. */
  readonly left: number;
  /** Of these, the ones that may fall due: all of them, or after a pause one or none. */
  readonly open: number;
  /** When the next one falls due, Unix seconds. */
  readonly next: bigint;
  /** By the calendar the number of its payday, which the commitment holds in place of the date. */
  readonly payday?: bigint | undefined;
  /** Satoshis that earlier prices fixed and the money did not cover. */
  readonly debt: bigint;
  /** Of a period, in the oracle's smallest units. */
  readonly amount: bigint;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
}

/** Bytes of the fields, in their order. */
const WIDTHS = { index: 2, status: 1, left: 2, open: 2, next: 5, debt: 7, amount: 6 } as const;
const RECIPIENT_LENGTH = 20;

/** When a period falls due. */
export type CurrencyDate = Pick<CurrencyState, 'next' | 'payday'>;

const dateOf = (paydays: Paydays, payday: bigint): CurrencyDate => ({
  next: scriptPaydayTime(paydays, payday),
  payday,
});

/**
 * Returns the date of a first period; by the calendar that of the first payday at a time or after it. After all paydays it is one that no
 * funding may have.
 */
export const firstDate = ({ paydays }: CurrencyRhythm, from: bigint): CurrencyDate => {
  if (paydays === undefined) return { next: from };
  return dateOf(paydays, firstPaydayFrom(paydays, from) ?? lastPayday(paydays) + 1n);
};

/** Returns the date of the period after a state's next one. */
export const laterDate = ({ interval, paydays }: CurrencyRhythm, { next, payday = 0n }: CurrencyDate): CurrencyDate =>
  paydays === undefined ? { next: next + interval } : dateOf(paydays, payday + paydayStep(paydays));

/**
 * Returns the date from which a payment goes on whose running period is paid: an interval after a time, and no earlier than without
 * the pause; by the calendar the first of its paydays after the time.
 *
 * @throws RangeError where January 2100 comes first
 */
export const resumedDate = (
  { interval, paydays }: CurrencyRhythm,
  { next, payday = 0n }: CurrencyDate,
  time: bigint,
): CurrencyDate => {
  if (paydays !== undefined) {
    const later = nextPayday(paydays, payday, time);
    if (later === undefined) throw new RangeError('No payday is left before February 2100');
    return dateOf(paydays, later);
  }
  return { next: time + interval > next ? time + interval : next };
};

/**
 * Returns how many periods a payment has that has no end: as many as a contract counts, by the calendar the paydays until January 2100.
 *
 * @param from when the first one is due, Unix seconds; by the calendar that is the first payday then or later
 */
export const endlessPeriods = ({ paydays }: Pick<CurrencyRhythm, 'paydays'>, from: bigint): number => {
  if (paydays === undefined) return Number(MAX_CURRENCY_PERIODS);
  const first = firstPaydayFrom(paydays, from);
  return first === undefined ? 0 : Number(paydaysFrom(paydays, first));
};

/**
 * Whether a payment has no end.
 *
 * @param opening its state as the funding made it: later ones have fewer periods
 */
export const isEndless = (
  rhythm: Pick<CurrencyRhythm, 'paydays'>,
  { left, next }: Pick<CurrencyState, 'left' | 'next'>,
): boolean => left === endlessPeriods(rhythm, next);

/** Length of a commitment, bytes. */
export const CURRENCY_COMMITMENT_LENGTH =
  Object.values(WIDTHS).reduce<number>((sum, width) => sum + width, 0) + RECIPIENT_LENGTH;

/**
 * Encodes a state as its commitment, hex.
 *
 * @throws RangeError where a number does not fit
 */
export const encodeCurrencyState = (state: CurrencyState): string => {
  const { index, status, left, open, next, payday = next, debt, amount, recipient } = state;
  if (recipient.length !== RECIPIENT_LENGTH) throw new RangeError('The recipient is not a hash of 20 bytes');
  return writeHex(
    flattenBinArray([
      littleEndian(BigInt(index), WIDTHS.index),
      littleEndian(BigInt(STATUSES.indexOf(status)), WIDTHS.status),
      littleEndian(BigInt(left), WIDTHS.left),
      littleEndian(BigInt(open), WIDTHS.open),
      littleEndian(payday, WIDTHS.next),
      littleEndian(debt, WIDTHS.debt),
      littleEndian(amount, WIDTHS.amount),
      recipient,
    ]),
  );
};

/**
 * Decodes a commitment (bytes or hex), all numbers unsigned; undefined where it does not have the form. Whether the numbers make sense
 * is checked at the funding; from there on the covenant guarantees it.
 *
 * @param rhythm of the payment's terms: by the calendar a commitment holds no date, but the number of a payday
 */
export const decodeCurrencyState = (
  commitment: string | Uint8Array,
  { paydays }: Pick<CurrencyRhythm, 'paydays'>,
): CurrencyState | undefined => {
  const bytes = typeof commitment === 'string' ? readHex(commitment) : commitment;
  if (bytes?.length !== CURRENCY_COMMITMENT_LENGTH) return undefined;
  let at = 0;
  const number = (width: number): bigint => {
    at += width;
    return readUnsigned(bytes, at - width, at);
  };
  const index = Number(number(WIDTHS.index));
  const status = STATUSES[Number(number(WIDTHS.status))];
  const [left, open] = [Number(number(WIDTHS.left)), Number(number(WIDTHS.open))];
  const [next, debt, amount] = [number(WIDTHS.next), number(WIDTHS.debt), number(WIDTHS.amount)];
  const date = paydays === undefined ? { next } : dateOf(paydays, next);
  return status && { index, status, left, open, ...date, debt, amount, recipient: bytes.slice(at) };
};

/** Whether the sender paused a payment and the pause is settled: of its unpaid periods only the running one may fall due, or none. */
export const isCurrencyPaused = ({ status, left, open }: Pick<CurrencyState, 'status' | 'left' | 'open'>): boolean =>
  status === 'ACTIVE' && open < left;

/** Returns what a payment in a currency is doing: PAUSED from the pause on, COMPLETED once nothing is left that can be paid. */
export const currencyStatus = (state: CurrencyState): ContractStatus => {
  if (state.status === 'CANCELLED') return 'CANCELLED';
  if (state.left === 0 && state.debt < MIN_PAYMENT) return 'COMPLETED';
  return state.status === 'PAUSING' || isCurrencyPaused(state) ? 'PAUSED' : 'ACTIVE';
};
