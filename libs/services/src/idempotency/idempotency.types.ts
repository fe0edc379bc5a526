import type { KeyAdmission } from '@weir/infra';

export type { IdempotentResponse } from '@weir/infra';

/** Digests of the content of a creation's request. */
export interface Fingerprint {
  /** Digest of what has been read of the body so far. */
  readonly ofRead: () => string;
  /** Digest of the whole body, of which it reads the rest first: what a list contains is known at its end. */
  readonly ofAll: () => Promise<string>;
}

/** A creation that came with a key. */
export interface KeyedRequest {
  /** Whose key it is: others may use the same key. */
  readonly scope: string;
  readonly key: string;
  readonly counts: Omit<KeyAdmission, 'quota'>;
  readonly fingerprint: Fingerprint;
}

/** The answer to a creation. */
export interface KeyedAnswer {
  /** JSON. */
  readonly answer: string;
  /** Whether it was made by an earlier request with the same key. */
  readonly isReplayed: boolean;
}
