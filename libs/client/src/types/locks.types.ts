import type { BodyOf, WithAmounts } from '../shared/amounts.js';

/** What a lock is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type LockTerms = WithAmounts<BodyOf<'createLock'>>;
