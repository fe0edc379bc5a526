import type { KeptAnswer, KeyAdmission } from '@weir/infra';

export type { KeptAnswer } from '@weir/infra';

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

/** Makes creations count once, however often they are requested. */
export interface IdempotencyService {
  /**
   * Does the work of a creation once: the same request with the same key gets the first answer again. A failure is not kept: the
   * request may be repeated.
   *
   * @param work stores the record and, in the same transaction, the answer
   * @throws ServiceError IDEMPOTENCY_KEY_IN_USE while the first request is at work, IDEMPOTENCY_KEY_REUSED where something else
   * was asked for with the key, QUOTA_EXCEEDED (as QuotaExceededError)
   */
  once<Result>(
    request: KeyedRequest,
    work: (kept: KeptAnswer<Result>) => Promise<Result>,
    answerOf: (result: Result) => string,
  ): Promise<KeyedAnswer>;
  /** Whether a key has an answer already. */
  isAnswered(request: Pick<KeyedRequest, 'scope' | 'key'>): Promise<boolean>;
}
