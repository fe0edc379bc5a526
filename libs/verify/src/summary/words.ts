import type { Amount } from '../effects.types.js';

/** How a token is shown. */
export interface TokenName {
  readonly symbol: string;
  /** Digits behind the point. */
  readonly decimals: number;
}

/** The latest price that an oracle signed. */
export interface LatestPrice {
  /** In the oracle's smallest units for one BCH. */
  readonly price: bigint;
  /** Unix seconds. */
  readonly time: bigint;
}

/** One line of a summary: one fact. */
export interface SummaryRow {
  readonly label: string;
  readonly value: string;
  /** What it adds to what leaves in all; negative where it comes in. The totals are the sum of these, to the satoshi. */
  readonly adds?: Amount;
  /** Whether `adds` is such a total. */
  readonly isTotal?: boolean;
  /** Of a party: its whole address, and what it is called, from which `value` is made. */
  readonly party?: { readonly address: string; readonly name: string | undefined };
  /** Whether it only serves to find the transaction's parts on the chain. */
  readonly isTechnical?: boolean;
  /** Whether it is one of many alike, of which the first and the last are rows of their own: a page folds it. */
  readonly isOneOfMany?: boolean;
}

/** What the signer's coins in a transaction hold of one asset, as texts: the line of its ledger. */
export interface SummaryLine {
  /** Symbol or category of a token; which NFT. */
  readonly asset: string;
  /** Sum of the signer's inputs. */
  readonly before: string;
  /** Sum of the outputs to the signer. */
  readonly after: string;
  /** `after` less `before`, with its sign. */
  readonly difference: string;
}

/** What a transaction would do, for its user to read before they sign. */
export interface Summary {
  /** One sentence for each thing that it does. */
  readonly sentences: readonly string[];
  /** The same in full: whole addresses, exact amounts, and, adding up, what the signer loses in all. */
  readonly rows: readonly SummaryRow[];
  /** Of every asset of the signer's that it spends or pays to them: before, after, difference. */
  readonly lines: readonly SummaryLine[];
}

/** What stands for the names in braces of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** A text by whether its number is one. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/**
 * The language of a summary. Texts are here in English, with names in braces for their values, and are the keys by which a language
 * has them: what a transaction does is decided once, for all languages.
 */
export interface SummaryWords {
  readonly text: (text: string, values?: Values) => string;
  /** Returns the form for a number, which stands for `{count}`. */
  readonly plural: (count: number, forms: Plural, values?: Values) => string;
  /** Writes a decimal number with a point as the language does. */
  readonly number: (plain: string) => string;
  /** Writes a time, Unix seconds, with its zone; by default the minute of UTC, which a device without settings shows as any other does. */
  readonly time?: (seconds: bigint) => string;
  /** Returns the reader's own name for an address; the address is beside it in the rows. */
  readonly nameOf?: (address: string) => string | undefined;
  /** Writes a whole address, for rows. */
  readonly address?: (address: string) => string;
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Summaries in English. */
export const ENGLISH: SummaryWords = {
  text: (text, values = {}) => fill(text, values),
  plural: (count, { one, other }, values) => fill(count === 1 ? one : other, { ...values, count }),
  number: (plain) => plain,
};
