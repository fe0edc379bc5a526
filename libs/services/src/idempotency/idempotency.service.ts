import {
  IdempotencyKeyLostError,
  type IdempotencyRepository,
  type IdempotentResponse,
  type KeyAdmission,
  type KeyClaim,
  type KeyState,
  type Quota,
} from '@weir/infra';
import { ServiceError } from '../shared/service-error.js';

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

interface KeyedAnswer {
  /** JSON. */
  readonly answer: string;
  /** Whether it was made by an earlier request with the same key. */
  readonly isReplayed: boolean;
}

export interface IdempotencyContext {
  readonly keys: IdempotencyRepository;
  /** How many keys one caller or one network may have at a time. */
  readonly quota: Quota;
}

/** Seconds without a sign of life after which a request counts as dead: after a crash its key is blocked for that long. */
const LEASE_SECONDS = 10;
const RENEW_SECONDS = 3;

/** @param seconds left of the lease: where few are left its holder has not renewed it lately, and may be dead */
const inUse = (seconds: number): ServiceError =>
  new ServiceError(
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this Idempotency-Key is still running. Repeat it shortly to get the same answer',
    { retryAfterSeconds: seconds > LEASE_SECONDS - RENEW_SECONDS ? 1 : Math.max(1, Math.ceil(seconds)) },
  );

const reused = (): ServiceError =>
  new ServiceError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request. Repeat that request unchanged, or use a new key',
  );

/** Renews the lease on a key while its request works. @returns what stops renewing */
const hold = (claim: KeyClaim, keys: IdempotencyRepository): (() => void) => {
  // A renewal that fails is made up for by the next; where none succeeds the key is lost, and nothing is stored.
  const timer = setInterval(() => void keys.renew(claim, LEASE_SECONDS).catch(() => undefined), RENEW_SECONDS * 1_000);
  timer.unref();
  return () => clearInterval(timer);
};

const replay = async (
  { fingerprint, answer }: Extract<KeyState, { readonly state: 'answered' }>,
  request: KeyedRequest,
) => {
  if ((await request.fingerprint.ofAll()) !== fingerprint) throw reused();
  return { answer, isReplayed: true };
};

/** Builds the idempotency of creations over all replicas. Holds no state of its own. */
export const createIdempotencyService = ({ keys, quota }: IdempotencyContext) => ({
  /**
   * Does the work of a creation once: the same request with the same key gets the first answer again. A failure is not kept: the
   * request may be repeated.
   *
   * @param work stores the record and, in the same transaction, the answer
   * @throws ServiceError IDEMPOTENCY_KEY_IN_USE while the first request is at work, IDEMPOTENCY_KEY_REUSED where something else
   * was asked for with the key, QUOTA_EXCEEDED (as QuotaExceededError)
   */
  async once<Result>(
    request: KeyedRequest,
    work: (kept: IdempotentResponse<Result>) => Promise<Result>,
    answerOf: (result: Result) => string,
  ): Promise<KeyedAnswer> {
    const { scope, key, counts, fingerprint } = request;
    const found = await keys.claim(scope, key, LEASE_SECONDS, { ...counts, quota });
    if (found.state === 'answered') return replay(found, request);
    if (found.state === 'running') throw inUse(found.seconds);
    const { claim } = found;
    const letGo = hold(claim, keys);
    try {
      const kept: string[] = [];
      const result = await work({
        claim,
        fingerprint: fingerprint.ofRead,
        answerOf: (stored) => {
          const answer = answerOf(stored);
          kept.push(answer);
          return answer;
        },
      });
      // The last one is the one that was kept: a transaction may have been retried.
      return { answer: kept.at(-1) ?? answerOf(result), isReplayed: false };
    } catch (error) {
      // Where even this fails, the key is free once its lease is over.
      await keys.release(claim).catch(() => undefined);
      throw error instanceof IdempotencyKeyLostError ? inUse(1) : error;
    } finally {
      letGo();
    }
  },
  /** Whether a key has an answer already. */
  isAnswered: async ({ scope, key }: Pick<KeyedRequest, 'scope' | 'key'>): Promise<boolean> =>
    (await keys.find(scope, key))?.state === 'answered',
});

/** Makes creations count once, however often they are requested. */
export type IdempotencyService = ReturnType<typeof createIdempotencyService>;
