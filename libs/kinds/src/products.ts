/** What an amount can be in. */
export const TOKEN_TYPES = ['BCH', 'FUNGIBLE_TOKEN'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/** How a stream can vest. */
export const STREAM_TYPES = ['LINEAR', 'STEP', 'RECURRING'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/** How locks and rows of airdrops can vest. */
export const VESTING_TYPES = ['LINEAR', 'STEP'] as const;
export type VestingType = (typeof VESTING_TYPES)[number];

/** Contracts of a stream. */
export const STREAM_CONTRACTS = ['STREAM', 'LOCK'] as const;
export type StreamContract = (typeof STREAM_CONTRACTS)[number];

/** Kinds of plans. */
export const PLAN_KINDS = ['vesting', 'recurring', 'lock'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Records with a history on the chain of their own. */
export const CHAIN_RECORDS = ['stream', 'payment', 'airdrop', 'vault'] as const;
export type ChainRecord = (typeof CHAIN_RECORDS)[number];

/** What the explorer lists. */
export const ACTIVITIES = ['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** What the ledger of an address has lines of. */
export const LEDGER_PRODUCTS = ['stream', 'lock', 'payment', 'airdrop', 'vault'] as const;
export type LedgerProduct = (typeof LEDGER_PRODUCTS)[number];
