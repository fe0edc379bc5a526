import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { lockNow, transactionInTurn } from '../locks/transaction-in-turn.js';

/** How much one creator may have; 0 sets no bound. */
export interface Quota {
  readonly perCaller: number;
  readonly perNetwork: number;
}

/** The parties whose quota a new record counts for, and until when it is kept without funding. */
export interface Admission {
  /** hash160 of the proven caller, hex; null for others, so that nobody can use up somebody else's quota. */
  readonly callerHash: string | null;
  /** Names the network the request came from; null if it is unknown. */
  readonly network: string | null;
  /** Unix seconds; null for ever. */
  readonly expiresAt: number | null;
  readonly quota: Quota;
}

/** What is counted. */
export type QuotaKind =
  | 'streams'
  | 'plans'
  | 'airdrop_campaigns'
  | 'currency_payments'
  | 'vaults'
  | 'vault_proposals'
  | 'lists'
  | 'webhooks'
  | 'mail_requests'
  | 'idempotency_keys';

/** Thrown where a quota is used up. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';

  constructor(
    readonly kind: QuotaKind,
    readonly of: 'caller' | 'network' | 'mailbox',
    readonly limit: number,
    /** When the first of it expires, Unix seconds; null where nothing does. */
    readonly freeAt: number | null,
  ) {
    super(`A ${of} has as many ${kind} as it may have`);
  }
}

/**
 * How long after its expiry a record is removed, seconds: a funding that was signed before is on the chain by then. It counts for
 * quotas until then, so that nobody stores more by discarding what they have just made.
 */
export const GRACE_SECONDS = 7 * 86_400;

interface Used {
  readonly used: number;
  readonly freeAt: number | null;
}

/** Counts the unfunded records of a kind by creator, along an index that holds nothing else. */
const used = (kind: QuotaKind, column: RawBuilder<unknown>, value: string, most: number): RawBuilder<Used> => {
  if (kind === 'lists')
    return sql<Used>`
      SELECT coalesce(sum(trees.bytes), 0)::bigint AS used, min(trees.expires_at) AS free_at
      FROM airdrop_trees AS trees JOIN airdrop_campaigns AS campaigns ON campaigns.id = trees.campaign_id
      WHERE trees.${column} = ${value} AND NOT (campaigns.status <> 'PENDING' AND campaigns.tree_id = trees.id)`;
  if (kind === 'plans')
    // Each row of a list counts, as a stream does; one without rows as one.
    return sql<Used>`
      SELECT coalesce(sum(greatest(recipients, 1)), 0)::bigint AS used, min(expires_at) + ${GRACE_SECONDS}::bigint AS free_at
      FROM plans WHERE ${column} = ${value} AND status = 'PENDING'
        AND (expires_at IS NULL OR expires_at + ${GRACE_SECONDS}::bigint > extract(epoch FROM now()))`;
  if (kind === 'webhooks')
    return sql<Used>`
      SELECT count(*) AS used, NULL::bigint AS free_at
      FROM (SELECT FROM webhooks WHERE ${column} = ${value} LIMIT ${most}) AS registered`;
  // Records that wait for their funding are removed a while after they expire; everything else at once.
  const isKept = ['streams', 'airdrop_campaigns', 'currency_payments', 'vaults'].includes(kind);
  const grace = isKept ? GRACE_SECONDS : 0;
  const unexpired = sql`(expires_at IS NULL OR expires_at + ${grace}::bigint > extract(epoch FROM now()))`;
  const unpaid = {
    streams: sql`status = 'PENDING'`,
    airdrop_campaigns: sql`status = 'PENDING'`,
    currency_payments: sql`status = 'PENDING'`,
    vaults: sql`status = 'pending'`,
    // Everything that was decided on them: proposals are not removed, they only stop counting.
    vault_proposals: sql`status <> 'EXECUTED'`,
    idempotency_keys: sql`true`,
    mail_requests: sql`true`,
  }[kind];
  return sql<Used>`
    SELECT count(*) AS used, min(expires_at) + ${grace}::bigint AS free_at
    FROM (SELECT expires_at FROM ${sql.table(kind)} WHERE ${column} = ${value} AND ${unpaid} AND ${unexpired} LIMIT ${most}) AS unpaid`;
};

/** The columns that a record is counted by. */
interface Counted {
  readonly createdBy: string | null;
  readonly createdFrom: string | null;
  readonly expiresAt: number | null;
}

/** The bounds that a record is counted against, each with the name of its lock. */
export const boundsOf = (kind: QuotaKind, admission: Admission | undefined) => {
  if (admission === undefined) return [];
  const { callerHash, network, quota } = admission;
  const bounds = [
    {
      of: 'caller',
      column: sql.ref(kind === 'webhooks' ? 'ownerHash' : 'createdBy'),
      value: callerHash,
      limit: quota.perCaller,
    },
    { of: 'network', column: sql.ref('createdFrom'), value: network, limit: quota.perNetwork },
  ] as const;
  return bounds.flatMap(({ of, column, value, limit }) =>
    value === null || limit === 0
      ? []
      : [{ of, column, value, limit, lock: `weir-quota/${kind}/${of}/${value}` } as const],
  );
};

/**
 * Admits one more record, or more bytes of lists. Requests of one creator are serialised, over all replicas.
 *
 * @param db the transaction that stores it
 * @param weight of what is added: 1, or bytes
 * @throws QuotaExceededError; LockNotAvailableError where another transaction adds something of the same creator
 */
export const admit = async (
  db: Database,
  kind: QuotaKind,
  admission: Admission | undefined,
  weight = 1,
): Promise<Counted> => {
  for (const { of, column, value, limit, lock } of boundsOf(kind, admission)) {
    await lockNow(db, lock);
    const { rows } = await used(kind, column, value, limit).execute(db);
    const [found] = rows;
    if (found === undefined || found.used + weight <= limit) continue;
    throw new QuotaExceededError(kind, of, limit, found.freeAt === null ? null : found.freeAt);
  }
  const { callerHash = null, network = null, expiresAt = null } = admission ?? {};
  return { createdBy: callerHash, createdFrom: network, expiresAt };
};

/** What is about to be stored, and how it counts. */
interface Admitted {
  readonly kind: QuotaKind;
  readonly admission: Admission | undefined;
  /** 1, or rows. */
  readonly weight?: number;
}

/**
 * Runs a transaction that stores a record which counts towards a quota, in its creator's turn: see {@link transactionInTurn}.
 *
 * @param work gets the transaction and the columns that the record is counted by
 * @throws QuotaExceededError
 */
export const admitted = <T>(
  db: Database,
  { kind, admission, weight }: Admitted,
  work: (transaction: Database, counted: Counted) => Promise<T>,
): Promise<T> =>
  transactionInTurn(
    db,
    boundsOf(kind, admission).map(({ lock }) => lock),
    async (transaction) => work(transaction, await admit(transaction, kind, admission, weight)),
  );
