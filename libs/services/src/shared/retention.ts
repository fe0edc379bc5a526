import type { Admission, Quota } from '@weir/infra';
import { ServiceError } from './service-error.js';

/** Where a request comes from, for quotas. */
export interface Origin {
  /** Names the network the client is in. */
  readonly network: string;
  /**
   * hash160 of the first address of the caller's session, hex, which all that the session creates counts for: several
   * addresses do not multiply a quota. Undefined for callers without a proof, who have no quota that others could use up.
   */
  readonly account: string | undefined;
}

/** How many unfunded records are kept, and for how long. */
export interface RetentionPolicy {
  /** Seconds for which a record is kept without funding; 0 for ever. */
  readonly pendingSeconds: number;
  /** Seconds for which a list is kept that another one replaced; 0 for ever. */
  readonly listSeconds: number;
  /** Quota of unfunded records of one kind. */
  readonly pending: Quota;
  /** Quota of bytes of lists. */
  readonly listBytes: Quota;
  /** Quota of rows of unfunded plans; a plan without rows counts as one. */
  readonly planRecipients: Quota;
}

/** What a use case needs to count the records it creates. */
interface Keeper {
  readonly retention?: RetentionPolicy | undefined;
  readonly now: () => number;
}

/**
 * Returns how a new record counts; undefined where no request over the network made it, or nothing is bounded.
 *
 * @param quota the one it counts for; a list is kept by a time of its own
 */
export const admissionOf = (
  origin: Origin | undefined,
  { retention, now }: Keeper,
  quota: 'pending' | 'planRecipients' | 'listBytes' = 'pending',
): Admission | undefined => {
  if (origin === undefined || retention === undefined) return undefined;
  const seconds = quota === 'listBytes' ? retention.listSeconds : retention.pendingSeconds;
  return {
    callerHash: origin.account ?? null,
    network: origin.network,
    expiresAt: seconds === 0 ? null : now() + seconds,
    quota: retention[quota],
  };
};

/**
 * Refuses to hand out a funding of a record that is about to be removed. One that was paid before still counts: a confirm works
 * as long as the record exists, and the sweep asks the chain before it removes one.
 *
 * @throws ServiceError RECORD_EXPIRED
 */
export const assertUnexpired = (expiresAt: number | null, { now }: Keeper): void => {
  if (expiresAt === null || now() < expiresAt) return;
  throw new ServiceError(
    'RECORD_EXPIRED',
    'The record expired unfunded: create it again. A funding that was already sent can still be confirmed',
    { expiresAt },
  );
};

/** Appended to a refusal where a record is not found: it may have expired. */
export const MAY_HAVE_EXPIRED =
  'Unfunded records are deleted some time after expires_at; the recover tool (docs/recover.md) finds money that was sent to their contracts';
