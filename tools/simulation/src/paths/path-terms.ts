import type { PathContract } from './path.types.js';

export const DAY = 86_400;
/** Notice in blocks: the shortest that a local chain permits. */
export const NOTICE_BLOCKS = 6;
/** Days of a vesting stream, which is linear. */
export const VESTING_DAYS = 40;
export const PERIODS = 12;

/** Returns the total of a vesting stream, units of its asset. */
export const totalOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 100_000_000n : 4_000_000n);
/** Returns the amount of a period, units of its asset. */
export const amountOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 1_000_000n : 100n);

/** Returns the product name used in announcements and rows. */
export const productOf = ({ schedule, asset }: PathContract): string => `PLAN_${schedule}_${asset}`;
