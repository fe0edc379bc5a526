import { ApiError } from '@weir/http';
import type { QuotaExceededError, QuotaKind } from '@weir/infra';

const WHAT: Readonly<Record<QuotaKind, string>> = {
  streams: 'streams and payments that nobody has funded',
  plans: 'plans without funding',
  airdrop_campaigns: 'campaigns that nobody has funded',
  vaults: 'vaults without a deposit',
  vault_proposals: 'proposals that were not carried out',
  idempotency_keys: 'idempotency keys',
  lists: 'bytes of lists of recipients that nobody has funded',
  webhooks: 'webhooks',
};
/** Shortest Retry-After, also where nothing expires, seconds. */
const LEAST_WAIT = 60;

const remedyOf = (kind: QuotaKind): string => {
  if (kind === 'webhooks') return 'remove some';
  const other = 'or come back when the first of them has expired';
  return kind === 'idempotency_keys' ? `send this without one, ${other}` : `fund some, ${other}`;
};

/** Creates the error of an exceeded quota: which, whose, and when there is room again. @param now Unix seconds */
export const quotaProblem = (
  { kind, of, limit, freeAt }: QuotaExceededError,
  now = Math.floor(Date.now() / 1000),
): ApiError => {
  const retryAfterSeconds = Math.max(LEAST_WAIT, (freeAt ?? 0) - now);
  const whose = of === 'caller' ? 'You have' : 'Your network has';
  return new ApiError(
    'QUOTA_EXCEEDED',
    `${whose} as many ${WHAT[kind]} as one may have, ${limit}: ${remedyOf(kind)}`,
    { quota: of, of: kind, limit, freeAt, retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  );
};
