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

/** How the grants of a plan vest. One funding announces one of these, so that a plan has one, too. */
export const PLAN_SCHEDULES = ['SECONDS', 'INSTALLMENTS', 'TRANCHES'] as const;
export type PlanSchedule = (typeof PLAN_SCHEDULES)[number];

/** Records with a history on the chain of their own. */
export const CHAIN_RECORDS = ['stream', 'payment', 'airdrop', 'vault', 'currency_payment', 'purse'] as const;
export type ChainRecord = (typeof CHAIN_RECORDS)[number];

/** Product families of the indexer. `recurring` can be a payment or a stream: the chain does not show which. */
export const CONTRACT_FAMILIES = ['stream', 'recurring', 'payment', 'airdrop', 'currency', 'purse', 'roster'] as const;
export type ContractFamily = (typeof CONTRACT_FAMILIES)[number];

/** Families whose contracts get more money later, so that they pay more in all than their funding put in. */
export const OPEN_FAMILIES = ['currency', 'roster'] as const satisfies readonly ContractFamily[];

/** A list of the indexer. */
interface IndexedListFacts {
  /** What its answers call one contract. */
  readonly one: string;
  /** In words, for errors. */
  readonly words: string;
  readonly families: readonly ContractFamily[];
  /** What the document says of it. */
  readonly summary: { readonly many: string; readonly one: string };
}

/**
 * The lists of the indexer, by the names that answers give them. Their paths are these names in small letters with hyphens. A recurring
 * contract that may be a stream or a payment is in both lists.
 */
export const INDEXED_LISTS = {
  streams: {
    one: 'stream',
    words: 'stream',
    families: ['stream', 'recurring'],
    summary: { many: 'Streams on the chain', one: 'A stream on the chain' },
  },
  payments: {
    one: 'payment',
    words: 'payment',
    families: ['payment', 'recurring'],
    summary: { many: 'Recurring payments on the chain', one: 'A recurring payment on the chain' },
  },
  airdrops: {
    one: 'airdrop',
    words: 'airdrop',
    families: ['airdrop'],
    summary: { many: 'Airdrops on the chain', one: 'An airdrop on the chain' },
  },
  currencyPayments: {
    one: 'currencyPayment',
    words: 'payment in a currency',
    families: ['currency'],
    summary: { many: 'Payments in a currency on the chain', one: 'A payment in a currency on the chain' },
  },
  purses: {
    one: 'purse',
    words: 'purse',
    families: ['purse'],
    summary: { many: 'Purses of public treasuries on the chain', one: 'A purse on the chain' },
  },
  rosters: {
    one: 'roster',
    words: 'treasury with a roster',
    families: ['roster'],
    summary: { many: 'Public treasuries with a roster on the chain', one: 'A treasury with a roster on the chain' },
  },
} as const satisfies Readonly<Record<string, IndexedListFacts>>;
export type IndexedList = keyof typeof INDEXED_LISTS;

/** Returns the path of a list of the indexer, behind `/indexer/`. */
export const indexedPath = (list: IndexedList): string =>
  list.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/**
 * The indexer's verdicts on announcements. `ACCEPTED`: a deployment. `TWIN`: another one at an address that has one already. `FORGED`:
 * announced, but not deployed as the covenant requires. `MALFORMED`: this version cannot read the announcement. `FOREIGN`: no
 * announcement at all.
 */
export const ANNOUNCEMENT_VERDICTS = ['ACCEPTED', 'TWIN', 'FORGED', 'MALFORMED', 'FOREIGN'] as const;
export type AnnouncementVerdict = (typeof ANNOUNCEMENT_VERDICTS)[number];

/** Records that their creator can discard while nobody has funded them. */
export const DISCARDABLE = ['stream', 'payment', 'currency', 'plan', 'airdrop', 'vault'] as const;
export type Discardable = (typeof DISCARDABLE)[number];

/** What the explorer lists. */
export const ACTIVITIES = ['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY', 'CURRENCY_PAYMENT', 'PURSE'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** What the ledger of an address has lines of. `currency`: a payment in a currency. */
export const LEDGER_PRODUCTS = ['stream', 'lock', 'payment', 'currency', 'airdrop', 'vault'] as const;
export type LedgerProduct = (typeof LEDGER_PRODUCTS)[number];
