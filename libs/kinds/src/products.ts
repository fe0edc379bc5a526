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
export const CHAIN_RECORDS = ['stream', 'payment', 'airdrop', 'vault', 'currency_payment', 'purse'] as const;
export type ChainRecord = (typeof CHAIN_RECORDS)[number];

/** Product families of the indexer. `recurring` can be a payment or a stream: the chain does not show which. */
export const CONTRACT_FAMILIES = ['stream', 'recurring', 'payment', 'airdrop'] as const;
export type ContractFamily = (typeof CONTRACT_FAMILIES)[number];

/**
 * The indexer's verdicts on announcements. `ACCEPTED`: a deployment. `TWIN`: another one at an address that has one already. `FORGED`:
 * announced, but not deployed as the covenant requires. `MALFORMED`: this version cannot read the announcement. `FOREIGN`: no
 * announcement at all.
 */
export const ANNOUNCEMENT_VERDICTS = ['ACCEPTED', 'TWIN', 'FORGED', 'MALFORMED', 'FOREIGN'] as const;
export type AnnouncementVerdict = (typeof ANNOUNCEMENT_VERDICTS)[number];

/** Records that their creator can discard while nobody has funded them. */
export const DISCARDABLE = ['stream', 'payment', 'plan', 'airdrop', 'vault'] as const;
export type Discardable = (typeof DISCARDABLE)[number];

/** What the explorer lists. */
export const ACTIVITIES = ['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** What the ledger of an address has lines of. */
export const LEDGER_PRODUCTS = ['stream', 'lock', 'payment', 'airdrop', 'vault'] as const;
export type LedgerProduct = (typeof LEDGER_PRODUCTS)[number];
