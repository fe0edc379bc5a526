import { createHash } from 'node:crypto';

/** The 64-bit advisory lock key of a name, signed as Postgres wants it. */
export const advisoryLockKey = (name: string): bigint =>
  createHash('sha256').update(`weir:${name}`).digest().readBigInt64BE();
