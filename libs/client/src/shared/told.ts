/** One line of a review: one fact. */
export interface ReviewRow {
  readonly label: string;
  readonly value: string;
  /** What it adds to what leaves in all, satoshis or base units of a token; negative where it comes in. */
  readonly adds?: { readonly asset: string | undefined; readonly amount: bigint };
  /** Whether `adds` is what leaves in all: the sum of the rows before it. */
  readonly isTotal?: boolean;
}

/** What the signer's coins in a transaction hold of one asset: before, after, and the difference with its sign. */
export interface ReviewLine {
  readonly asset: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** What a transaction or a message would do, as its own bytes tell. */
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

/** What a caller said of a record when they made it: what is signed for it must agree. */
export interface Told {
  /** The argument of `create` or `propose`. */
  readonly terms: object;
  /** Whether they are those of a lock, which its record as a stream must then say, too. */
  readonly isLock?: boolean;
  /** When that was, Unix seconds. */
  readonly at: number;
  /** The list of a plan or campaign that was sent later: rows or CSV. */
  readonly list?: unknown;
}

/** What the caller of this client said of records, by their ids. */
export interface ToldTerms {
  readonly get: (id: string) => Told | undefined;
  /** Notes the terms of a record. @param at when it was made, Unix seconds; by default now */
  readonly note: (id: string, terms: object, isLock?: boolean, at?: number) => void;
  /** Notes the list of a record, where its terms were told here. */
  readonly noteList: (id: string, list: unknown) => void;
}

/** Creates the notes of what a client's caller said. */
export const createToldTerms = (): ToldTerms => {
  const told = new Map<string, Told>();
  return {
    get: (id) => told.get(id),
    note: (id, terms, isLock = false, at = Date.now() / 1000) => void told.set(id, { terms, isLock, at }),
    noteList(id, list) {
      const known = told.get(id);
      if (known !== undefined) told.set(id, { ...known, list });
    },
  };
};
