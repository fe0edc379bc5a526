/** One line of a review: one fact. */
export interface ReviewRow {
  readonly label: string;
  readonly value: string;
  /** What it adds to what leaves in all, satoshis or base units of a token; negative where it comes in. */
  readonly adds?: { readonly asset: string | undefined; readonly amount: bigint };
  /** Whether `adds` is what leaves in all: the sum of the rows before it. */
  readonly isTotal?: boolean;
  /** Of a party: its whole address, and what it is called, from which `value` is made. */
  readonly party?: { readonly address: string; readonly name: string | undefined };
  /** Whether it only serves to find the transaction's parts on the chain. */
  readonly isTechnical?: boolean;
  /** Whether it is one of many alike, of which the first and the last are rows of their own: a page folds it. */
  readonly isOneOfMany?: boolean;
}

/** What the signer's coins in a transaction hold of one asset: before, after, and the difference with its sign. */
export interface ReviewLine {
  readonly asset: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** What a transaction or a message would do, as its own bytes show. */
export interface Review {
  /** One for each thing that it does. */
  readonly sentences: readonly string[];
  /** The same in full: whole addresses, exact amounts, and, adding up, what leaves the wallet. */
  readonly rows: readonly ReviewRow[];
  /** Of every asset of the signer's that the transaction spends or pays to them; none for a message. */
  readonly lines: readonly ReviewLine[];
}

/**
 * Shows a review to the user, before the wallet is asked.
 *
 * @returns whether to go on
 */
export type OnReview = (review: Review) => boolean | Promise<boolean>;
