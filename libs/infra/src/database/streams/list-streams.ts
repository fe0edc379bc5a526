import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { snakeCase } from '../names.js';
import { type CountedPage, type CreationCursor, cutPage, type PageRequest, placeOf } from '../pages.js';
import { plannedLimit, preparedText, type PreparedText } from '../statements.js';
import type { Tables } from '../tables.js';
import {
  expiresAtOf,
  fundingColumns,
  pauseColumns,
  paymentColumns,
  progressColumns,
  recurringColumns,
  refundColumns,
  type StreamRecord,
  type StreamState,
} from './stream-record.js';
import type { StreamProduct, StreamsTable, StreamStatus } from './stream-tables.js';

/**
 * The part of a stream or payment that lists show. What only building its transactions needs (scripts, coins, keys of
 * the parties) is not read: it would be half of a page's bytes.
 */
export type ListedStreamRecord = Omit<
  StreamRecord,
  | 'product'
  | 'senderHash'
  | 'recipientHash'
  | 'nonce'
  | 'lockingBytecode'
  | 'scriptHash'
  | 'state'
  | 'place'
  | 'cancelledAt'
  | 'label'
> & {
  readonly state: Pick<StreamState, 'commitment'> | null;
  readonly place: Pick<StreamRecord['place'], 'announcement' | 'group'>;
};

export const LISTED_COLUMNS = [
  ...(['id', 'streamId', 'sender', 'recipient', 'tokenType', 'tokenCategory', 'totalAmount'] as const),
  ...(['withdrawnAmount', 'streamType', 'startTime', 'endTime', 'cliffTimestamp', 'intervalSeconds'] as const),
  ...(['cancelable', 'cancelNoticeBlocks', 'vaultId', 'vaultPublic', 'description', 'status'] as const),
  ...(['contractAddress', 'initialCommitment', 'stateCommitment', 'fundingTxHash', 'fundingVout'] as const),
  ...(['activatedAt', 'fundedBySender', 'refundAmount', 'refundStatus', 'refundTxHash'] as const),
  ...(['refundAvailableHeight', 'firstDue', 'periods', 'amountPerPeriod', 'pausable', 'recipientName'] as const),
  ...(['paymentInterval', 'endDate', 'planAnnouncement', 'planGroup', 'periodsPaid', 'nextDue'] as const),
  ...([
    'contract',
    'campaignId',
    'pauseSettled',
    'settleAvailableHeight',
    'expiresAt',
    'createdAt',
    'updatedAt',
  ] as const),
] as const;

export type ListedRow = Pick<Selectable<StreamsTable>, (typeof LISTED_COLUMNS)[number]>;

/** Reads a row; see `toStreamRecord`. */
export const toListedStream = (row: ListedRow): ListedStreamRecord => ({
  state: row.stateCommitment === null ? null : { commitment: row.stateCommitment },
  funding: fundingColumns.read(row),
  refund: refundColumns.read(row),
  recurring: recurringColumns.read(row),
  payment: paymentColumns.read(row),
  place: { announcement: row.planAnnouncement, group: row.planGroup },
  progress: progressColumns.read(row),
  pause: pauseColumns.read(row),
  ...row,
  expiresAt: expiresAtOf(row),
});

/** Which streams a list shows. All given conditions must hold. Hashes are 20 bytes, hex. */
export interface StreamFilter {
  readonly senderHash?: string | undefined;
  readonly recipientHash?: string | undefined;
  /** Sender or recipient. */
  readonly addressHash?: string | undefined;
  readonly status?: StreamStatus | undefined;
}

/** The parties of a filter in the only three forms that need an index: fixed roles, one party in either role, nobody. */
type PartyFilter =
  | { readonly kind: 'roles'; readonly sender?: string; readonly recipient?: string }
  | { readonly kind: 'either'; readonly hash: string }
  | { readonly kind: 'none' };

/** Reduces a filter: with a role already given, "either role" leaves only the other one, adds nothing, or contradicts. */
export function partyFilter({
  senderHash: sender,
  recipientHash: recipient,
  addressHash: either,
}: StreamFilter): PartyFilter {
  if (either === undefined || either === sender || either === recipient) {
    return { kind: 'roles', ...(sender !== undefined && { sender }), ...(recipient !== undefined && { recipient }) };
  }
  if (sender === undefined && recipient === undefined) return { kind: 'either', hash: either };
  if (recipient === undefined && sender !== undefined) return { kind: 'roles', sender, recipient: either };
  if (sender === undefined && recipient !== undefined) return { kind: 'roles', sender: either, recipient };
  return { kind: 'none' };
}

type Scope = 'all' | 'sender' | 'recipient' | 'pair';

const COUNTERS = {
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
  product: ListedProduct,
  parties: Exclude<PartyFilter, { kind: 'none' }>,
  status: StreamStatus | undefined,
  value: (value: string) => string,
): string {
  const counted = (scope: Scope, key: string): string => {
    const count = status === undefined ? 'pending + active + paused + completed + cancelled' : COUNTERS[status];
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

/** What a list shows: streams (locks among them), payments, or locks alone. */
export type ListedProduct = StreamProduct | 'lock';

/** Filters and place of a page of streams or payments. */
export interface StreamPageRequest extends StreamFilter, PageRequest {
  /** Default `stream`. */
  readonly product?: ListedProduct | undefined;
}

/**
 * Lists one page of streams, newest first, with their exact total, from one snapshot in one round trip. A page never
 * repeats or skips a row because of streams made meanwhile, and costs the same at any depth.
 *
 * @throws InvalidCursorError
 */
export async function listStreams(db: Database, request: StreamPageRequest): Promise<CountedPage<ListedStreamRecord>> {
  const after = placeOf(request);
  const parties = partyFilter(request);
  if (parties.kind === 'none') return { rows: [], total: 0, nextCursor: null };

  const { product = 'stream', status } = request;
  const statement = preparedText();
  const query: PageQuery = { product, parties, status, after, limit: request.limit + 1, value: statement.value };
  const total = totalOf(product, parties, status, statement.value);
  const answer = await statement.run<{ readonly total: bigint } & MaybeRow, Tables>(
    db,
    `SELECT counted.total, ${COLUMNS} FROM (SELECT ${total} AS total) AS counted LEFT JOIN (${pageOf(query)}) AS page ON true`,
  );

  const found = answer.filter(isStreamRow).map(toListedStream).sort(newestFirst);
  return { ...cutPage(found, request.limit), total: Number(answer[0]?.total ?? 0n) };
}

const COLUMNS = LISTED_COLUMNS.map((column) => `page.${snakeCase(column)}`).join(', ');

/**
 * The order of the page. The rows come in it already; that a join keeps the order of one side is nothing that SQL promises, and
 * sorting there would copy every row. Ids compare as text as they do in the database: hex of one length.
 */
const newestFirst = (a: ListedStreamRecord, b: ListedStreamRecord): number => {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? 1 : -1;
};

interface PageQuery {
  readonly product: ListedProduct;
  readonly parties: Exclude<PartyFilter, { kind: 'none' }>;
  readonly status: StreamStatus | undefined;
  readonly after: CreationCursor | undefined;
  readonly limit: number;
  /** The place of a value in the statement. */
  readonly value: PreparedText['value'];
}

/**
 * "Either role" is two index walks merged; one walk over an OR would have to sort all of a busy party's streams.
 * A stream to oneself comes from both and is kept once.
 */
const pageOf = (query: PageQuery): string => {
  const { parties, limit, value } = query;
  if (parties.kind === 'roles') return walk(query, parties);
  const { hash } = parties;
  return `SELECT DISTINCT ON (created_at, id) * FROM (
    (${walk(query, { sender: hash })}) UNION ALL (${walk(query, { recipient: hash })})) AS either
    ORDER BY created_at DESC, id DESC LIMIT ${value(limit)}`;
};

interface Roles {
  readonly sender?: string;
  readonly recipient?: string;
}

/**
 * Walks the one index of these filters. Its expressions are those of the indexes (see the first migration): the filter columns
 * joined into one key, or, without a filter, the sum.
 */
const walk = ({ product, status, after, limit, value }: PageQuery, { sender, recipient }: Roles): string => {
  const filters = Object.entries({ senderHash: sender, recipientHash: recipient, status }).filter(
    ([, part]) => part !== undefined,
  );
  const createdAt = filters.length > 0 ? 'created_at' : '(created_at + 0)';
  // Written out, so that every plan knows which product's indexes serve, and how short a page is.
  const conditions = [product === 'lock' ? `contract = 'LOCK'` : `product = '${product}'`];
  if (filters.length > 0)
    conditions.push(
      `(${filters.map(([column]) => snakeCase(column)).join(' || ')}) = ${value(filters.map(([, part]) => part).join(''))}`,
    );
  // Keys of parties differ in length: two pairs can have one text.
  if (sender !== undefined && recipient !== undefined && sender.length !== recipient.length)
    conditions.push(`(sender_hash || '') = ${value(sender)}`);
  if (after !== undefined) conditions.push(`(${createdAt}, id) < (${value(after.createdAt)}, ${value(after.id)})`);
  // The inner order is the index's own, so that nothing is sorted.
  return `SELECT * FROM (
    SELECT ${COLUMNS}, ${createdAt} AS place FROM streams AS page WHERE ${conditions.join(' AND ')}
    ORDER BY ${createdAt} DESC, id DESC LIMIT ${plannedLimit(limit).toString()}) AS found
    ORDER BY place DESC, id DESC LIMIT ${value(limit)}`;
};

type MaybeRow = { [Column in keyof ListedRow]: ListedRow[Column] | null };

/** An empty page is one row that carries nothing but the total. */
const isStreamRow = <T extends MaybeRow>(row: T): row is T & ListedRow => row.id !== null;
