import type { KeptAnswer, KeyAdmission } from '@weir/infra';

export type { KeptAnswer } from '@weir/infra';

/** What a creation is asked for, as a digest. */
export interface Fingerprint {
  /** Of all that has been read. */
  readonly ofRead: () => string;
  /** Reads what is left first: what a list names is known at its end. */
  readonly ofAll: () => Promise<string>;
}

/** A creation that came with a key. */
export interface KeyedRequest {
  /** Whose key it is: others may have the same. */
  readonly scope: string;
  readonly key: string;
  readonly counts: Omit<KeyAdmission, 'quota'>;
  readonly fingerprint: Fingerprint;
}

/** What a creation was answered. */
export interface KeyedAnswer {
  /** JSON. */
  readonly answer: string;
  /** Whether it was made for an earlier request. */
  readonly isReplayed: boolean;
}

/** Creations that count once, however often they are asked for. */
export interface IdempotencyService {
  /**
   * Does the work of a creation once: whoever asks for the same again with the same key is answered as at first. What fails is
   * not kept: it may be asked for again.
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
