import { sql, type RawBuilder } from 'kysely';
import type { PartyFilter } from './stream-filter.js';
import type { StreamProduct, StreamStatus } from './stream-tables.js';

type Scope = 'all' | 'sender' | 'recipient' | 'pair';

const COLUMNS = {
  PENDING: 'pending',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
} as const;

/** Exact number of streams behind a filter, as an SQL expression over the maintained counters. */
export function totalOf(
  product: StreamProduct,
  parties: Exclude<PartyFilter, { kind: 'none' }>,
  status: StreamStatus | undefined,
): RawBuilder<bigint> {
  const counted = (scope: Scope, key: string): RawBuilder<bigint> => {
    const count =
      status === undefined ? sql`pending + active + paused + completed + cancelled` : sql.ref(COLUMNS[status]);
    return sql<bigint>`(SELECT coalesce(sum(${count}), 0) FROM stream_counters WHERE product = ${product} AND scope = ${scope} AND key = ${key})`;
  };
  if (parties.kind === 'either') {
    const { hash } = parties;
    const own = counted('pair', `${hash}:${hash}`);
    // A stream to oneself has the party in both roles and counts once.
    return sql<bigint>`${counted('sender', hash)} + ${counted('recipient', hash)} - ${own}`;
  }
  const { sender, recipient } = parties;
  if (sender !== undefined && recipient !== undefined) return counted('pair', `${sender}:${recipient}`);
  if (sender !== undefined) return counted('sender', sender);
  if (recipient !== undefined) return counted('recipient', recipient);
  return counted('all', '');
}
