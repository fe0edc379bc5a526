import type { Answered, BodyOf, WithAmounts } from '../shared/amounts.js';

/** A lock with its payments and its history. Its record is a stream's, with `contract: 'LOCK'`. */
export type LockDetail = Answered<'GetLockResponse'>;
/** What a lock is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type LockTerms = WithAmounts<BodyOf<'createLock'>>;
/** The answer to a confirmed step. */
export type LockConfirmation = Answered<'LockConfirmResponse'>;
