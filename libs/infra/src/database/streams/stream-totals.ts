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

/**
 * Returns the exact number of streams behind a filter, as an SQL expression over the maintained counters.
 *
 * @param value gives the place of a value
 */
export function totalOf(
  product: StreamProduct,
  parties: Exclude<PartyFilter, { kind: 'none' }>,
  status: StreamStatus | undefined,
  value: (value: string) => string,
): string {
  const counted = (scope: Scope, key: string): string => {
    const count = status === undefined ? 'pending + active + paused + completed + cancelled' : COLUMNS[status];
    return `(SELECT coalesce(sum(${count}), 0) FROM stream_counters WHERE product = '${product}' AND scope = '${scope}' AND key = ${value(key)})`;
  };
  if (parties.kind === 'either') {
    const { hash } = parties;
    const own = counted('pair', `${hash}:${hash}`);
    // A stream to oneself has the party in both roles and counts once.
    return `${counted('sender', hash)} + ${counted('recipient', hash)} - ${own}`;
  }
  const { sender, recipient } = parties;
  if (sender !== undefined && recipient !== undefined) return counted('pair', `${sender}:${recipient}`);
  if (sender !== undefined) return counted('sender', sender);
  if (recipient !== undefined) return counted('recipient', recipient);
  return counted('all', '');
}
