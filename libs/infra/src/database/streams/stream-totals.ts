import { type RawBuilder, sql } from 'kysely';
import type { StreamStatus } from '../tables.js';
import type { PartyFilter } from './stream-filter.js';

/** Exact number of streams behind a filter, as an SQL expression over the maintained counters. */
export function totalOf(parties: Exclude<PartyFilter, { kind: 'none' }>, status: StreamStatus | undefined): RawBuilder<bigint> {
  if (parties.kind === 'either') {
    const { hash } = parties;
    const own = counted('pair', `${hash}:${hash}`, status);
    // A stream to oneself has the party in both roles and counts once.
    return sql<bigint>`${counted('sender', hash, status)} + ${counted('recipient', hash, status)} - ${own}`;
  }
  const { sender, recipient } = parties;
  if (sender !== undefined && recipient !== undefined) return counted('pair', `${sender}:${recipient}`, status);
  if (sender !== undefined) return counted('sender', sender, status);
  if (recipient !== undefined) return counted('recipient', recipient, status);
  return counted('all', '', status);
}

const COLUMNS = { PENDING: 'pending', ACTIVE: 'active', COMPLETED: 'completed', CANCELLED: 'cancelled' } as const;

function counted(scope: 'all' | 'sender' | 'recipient' | 'pair', key: string, status: StreamStatus | undefined): RawBuilder<bigint> {
  const count = status === undefined ? sql`pending + active + completed + cancelled` : sql.ref(COLUMNS[status]);
  return sql<bigint>`(SELECT coalesce(sum(${count}), 0) FROM stream_counters WHERE scope = ${scope} AND key = ${key})`;
}
