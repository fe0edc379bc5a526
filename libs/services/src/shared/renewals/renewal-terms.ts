import { hasAddress } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { FUNDED_PERIODS } from '@weir/payments';
import { formatBch } from '../amounts.js';
import { periodAfter } from '../paydays.js';

/** Why something is not renewed. */
export interface NotRenewable {
  readonly code: 'NOT_FUNDED' | 'PAUSED' | 'CANCELLED' | 'LEFT_OUT' | 'NO_ADDRESS';
  readonly reason: string;
}

export const NOT_FUNDED = { code: 'NOT_FUNDED', reason: 'It is not funded: fund it instead' } as const;

const REASONS = {
  PENDING: NOT_FUNDED,
  PAUSED: { code: 'PAUSED', reason: 'It is paused without an end date: resume it first' },
  CANCELLED: { code: 'CANCELLED', reason: 'It was cancelled' },
} as const;

const NO_ADDRESS = {
  code: 'NO_ADDRESS',
  reason: 'Its recipient moved it to a script that no address names: ask them for an address, and open a new payment',
} as const;

/** The columns that say where periods end. */
type Periodic = Pick<StreamRecord, 'status' | 'recurring' | 'progress' | 'intervalSeconds' | 'calendar'>;

/**
 * Returns when the first period is due that nothing has funded yet, Unix seconds: an interval, or a payday, after the last of those that
 * are paid or funded, no matter where pauses moved it.
 *
 * @param lastPaid how many periods the last payment paid; needed once all are paid
 */
export const endOfPeriods = (row: Periodic, lastPaid: number): number | NotRenewable => {
  const { status, recurring, progress } = row;
  if (status === 'PENDING' || status === 'PAUSED' || status === 'CANCELLED') return REASONS[status];
  if (recurring === null || progress === null) throw new Error('Funded recurring payment has no periods');
  // Once all are paid, the next due date stays at the first of those that the last payment paid.
  const left = recurring.periods - progress.paid;
  return periodAfter(row, progress.nextDue, left === 0 ? lastPaid : left);
};

/** Returns when the first period of a renewal is due, Unix seconds (see {@link endOfPeriods}), or why there can be none. */
export const renewalStart = (
  stream: Periodic & Pick<StreamRecord, 'recipientHash'>,
  lastPaid: number,
): number | NotRenewable => (hasAddress(stream.recipientHash) ? endOfPeriods(stream, lastPaid) : NO_ADDRESS);

/** Returns the terms of so many periods: an end only where they are fewer than are funded without one. */
export const periodTerms = (
  start: number,
  periods: number,
  spaced: Pick<StreamRecord, 'intervalSeconds' | 'calendar'>,
) => ({
  start,
  end: BigInt(periods) < FUNDED_PERIODS ? periodAfter(spaced, start, periods - 1) : undefined,
});

/** An amount as requests carry it. */
export const amountText = ({ tokenType }: Pick<StreamRecord, 'tokenType'>, amount: bigint): string =>
  tokenType === 'BCH' ? formatBch(amount) : amount.toString();
