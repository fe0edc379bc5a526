import { createHash } from 'node:crypto';

/** Derives the 64-bit advisory lock key of a name, signed as Postgres wants it. */
export const advisoryLockKey = (name: string): bigint =>
  createHash('sha256').update(`weir:${name}`).digest().readBigInt64BE();
