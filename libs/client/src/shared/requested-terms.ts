/** An address of a campaign's list, and the address that takes its row. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** What a caller requested of a record when they made it: what is signed for it must agree. */
export interface Requested {
  /** The argument of `create` or `propose`, with its defaults. */
  readonly terms: object;
  /** Whether they are those of a lock, which its record as a stream must then say, too. */
  readonly isLock?: boolean;
  /** When they were requested, Unix seconds: of terms that may leave their start open. */
  readonly at?: number;
  /** The list of a plan or campaign that was sent later: rows or CSV. */
  list?: unknown;
  /** Addresses that were replaced in a list since it was sent, in order: another list begins without any. */
  replaced?: { readonly in: unknown; readonly pairs: readonly Replacement[] };
}

/** What the caller of this client requested, by the ids of the records. */
export type RequestedTerms = Map<string, Requested>;
