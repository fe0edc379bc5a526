import type { PathContract } from './path.types.js';

export const DAY = 86_400;
/** Blocks of every notice here: the least of a local chain. */
export const NOTICE_BLOCKS = 6;
/** Of a vesting stream: linear over so many days. */
export const VESTING_DAYS = 40;
export const PERIODS = 12;

/** What a vesting stream pays in all, units of its asset. */
export const totalOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 100_000_000n : 4_000_000n);
/** What a period pays. */
export const amountOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 1_000_000n : 100n);

/** The product's name, as announcements and rows have it. */
export const productOf = ({ schedule, asset, plan }: PathContract): string =>
  `${plan ? 'PLAN_' : ''}${schedule}_${asset}`;
