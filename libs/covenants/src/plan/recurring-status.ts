import type { RecurringSlot } from './plan-state.js';

/** What a recurring stream's status byte says. */
export type RecurringStatus = Pick<RecurringSlot, 'status' | 'open'>;

/** What each value of a recurring stream's status byte stands for. */
const STATUSES: readonly RecurringStatus[] = [
  { status: 'ACTIVE', open: 'ALL' },
  { status: 'PAUSING', open: 'ALL' },
  { status: 'CANCELLED', open: 'ALL' },
  { status: 'PAUSED', open: 'ONE' },
  { status: 'PAUSED', open: 'NONE' },
  { status: 'CANCELLED', open: 'ONE' },
  { status: 'CANCELLED', open: 'NONE' },
];

/**
 * Returns the status byte of a recurring stream.
 *
 * @throws RangeError for a combination that no stream can be in
 */
export const statusByte = ({ status, open }: RecurringStatus): bigint => {
  const value = STATUSES.findIndex((each) => each.status === status && each.open === open);
  if (value < 0) throw new RangeError(`No salary is ${status} with ${open} of its periods open`);
  return BigInt(value);
};

/** Returns what a status byte says; undefined for one that no stream has. */
export const statusOf = (byte: bigint): RecurringStatus | undefined => STATUSES[Number(byte)];
