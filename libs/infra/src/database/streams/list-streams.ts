import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { Tables, StreamsTable } from '../generated/tables.js';
import type { StreamProduct, StreamStatus } from '../sql/columns.js';
import { snakeCase } from '../sql/names.js';
import { type CountedPage, type CreationCursor, cutPage, type PageRequest, placeOf } from '../sql/pages.js';
import { groupBy, plannedLimit, preparedText, type PreparedText } from '../sql/statements.js';
import {
  calendarColumns,
  expiresAtOf,
  fundingColumns,
  grantColumns,
  moveColumns,
  pauseColumns,
  paymentColumns,
  progressColumns,
  recurringColumns,
  refundColumns,
  type StreamRecord,
  type StreamState,
} from './stream-record.js';

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
  | 'currentBytecode'
> & {
  readonly state: Pick<StreamState, 'commitment'> | null;
  readonly place: Pick<StreamRecord['place'], 'announcement' | 'group' | 'planId'>;
};

export const LISTED_COLUMNS = [
  'id',
  'streamId',
  'sender',
  'recipient',
  'tokenType',
  'tokenCategory',
  'totalAmount',
  'withdrawnAmount',
  'streamType',
  'startTime',
  'endTime',
  'cliffTimestamp',
  'intervalSeconds',
  'cancelable',
  'cancelNoticeBlocks',
  'vaultId',
  'vaultPublic',
  'description',
  'status',
  'contractAddress',
  'initialCommitment',
  'stateCommitment',
  'fundingTxHash',
  'fundingVout',
  'activatedAt',
  'fundedBySender',
  'refundAmount',
  'refundStatus',
  'refundTxHash',
  'refundAvailableHeight',
  'firstDue',
  'periods',
  'amountPerPeriod',
  'pausable',
  ...paymentColumns.names,
  ...calendarColumns.names,
  ...grantColumns.names,
  'trancheList',
  'planId',
  'planAnnouncement',
  'planGroup',
  'periodsPaid',
  'nextDue',
  'contract',
  'campaignId',
  'pauseSettled',
  'settleAvailableHeight',
  ...moveColumns.names,
  'moveDelay',
  'expiresAt',
  'createdAt',
  'updatedAt',
] as const;

export type ListedRow = Pick<Selectable<StreamsTable>, (typeof LISTED_COLUMNS)[number]>;

/** Reads a row; see `toStreamRecord`. */
export const toListedStream = (row: ListedRow): ListedStreamRecord => ({
  state: row.stateCommitment === null ? null : { commitment: row.stateCommitment },
  funding: fundingColumns.read(row),
  refund: refundColumns.read(row),
  recurring: recurringColumns.read(row),
  payment: paymentColumns.read(row),
  calendar: calendarColumns.read(row),
  grant: grantColumns.read(row),
  place: { announcement: row.planAnnouncement, group: row.planGroup, planId: row.planId },
  progress: progressColumns.read(row),
  pause: pauseColumns.read(row),
  move: moveColumns.read(row),
  ...row,
  expiresAt: expiresAtOf(row),
});

/**
 * Which streams a list shows. All given conditions must hold; of several parties any. Parties are named by their keys
 * (`partyKey`), each once and at least one.
 */
export interface StreamFilter {
  readonly senderHashes?: readonly string[] | undefined;
  readonly recipientHashes?: readonly string[] | undefined;
  /** Sender or recipient. */
  readonly addressHashes?: readonly string[] | undefined;
  readonly status?: StreamStatus | undefined;
}

/** Who has which role: rows of one index, in order. Without either, all rows. */
interface Roles {
  readonly sender?: string;
  readonly recipient?: string;
}

/** Narrows roles to rows of which one of some parties is the sender or the recipient. */
const narrowed = (roles: Roles, parties: readonly string[]): readonly Roles[] => {
  const { sender, recipient } = roles;
  if ([sender, recipient].some((each) => each !== undefined && parties.includes(each))) return [roles];
  return [
    ...(sender === undefined ? parties.map((party) => ({ ...roles, sender: party })) : []),
    ...(recipient === undefined ? parties.map((party) => ({ ...roles, recipient: party })) : []),
  ];
};

/**
 * Reduces a filter to the roles whose rows it shows. Only where nothing but `addressHashes` is given can a row be of two: one
 * between two of these parties.
 *
 * @returns none where the filter contradicts itself
 */
export const rolesOf = ({
  senderHashes: senders,
  recipientHashes: recipients,
  addressHashes: parties,
}: StreamFilter): readonly Roles[] => {
  const sent: readonly Roles[] = senders?.map((sender) => ({ sender })) ?? [{}];
  const pairs =
    recipients === undefined ? sent : sent.flatMap((of) => recipients.map((recipient) => ({ ...of, recipient })));
  return parties === undefined ? pairs : pairs.flatMap((roles) => narrowed(roles, parties));
};

type Scope = 'all' | 'sender' | 'recipient' | 'pair';

const COUNTERS = {
  PENDING: 'pending',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
} as const;

/** Under which scope and key the rows of roles are counted. */
const counterOf = ({ sender, recipient }: Roles): readonly [Scope, string] => {
  if (sender !== undefined && recipient !== undefined) return ['pair', `${sender}:${recipient}`];
  if (sender !== undefined) return ['sender', sender];
  return recipient === undefined ? ['all', ''] : ['recipient', recipient];
};

/** Returns the exact number of streams behind a filter, as an SQL expression over the maintained counters. */
const totalOf = ({ product, roles, between, status, value }: PageQuery): string => {
  const count = status === undefined ? 'pending + active + paused + completed + cancelled' : COUNTERS[status];
  const counted = (scope: Scope, keys: string): string =>
    `(SELECT coalesce(sum(${count}), 0) FROM stream_counters WHERE product = '${product}' AND scope = '${scope}' AND key ${keys})`;
  const sums = [...groupBy(roles.map(counterOf), ([scope]) => scope)].map(([scope, each]) =>
    counted(scope, `= ANY(${value(each.map(([, key]) => key))}::text[])`),
  );
  // What is between two of the parties is counted with each of them.
  const parties = between.length === 0 ? '' : value(between);
  const twice = `IN (SELECT one || ':' || other FROM unnest(${parties}::text[]) AS one, unnest(${parties}::text[]) AS other)`;
  return sums.join(' + ') + (between.length === 0 ? '' : ` - ${counted('pair', twice)}`);
};

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
  const roles = rolesOf(request);
  if (roles.length === 0) return { rows: [], total: 0, nextCursor: null };

  const { product = 'stream', status, senderHashes, recipientHashes, addressHashes = [] } = request;
  const statement = preparedText();
  const query: PageQuery = {
    product,
    roles,
    status,
    after: placeOf(request),
    limit: request.limit + 1,
    value: statement.value,
    between: senderHashes === undefined && recipientHashes === undefined ? addressHashes : [],
  };
  const answer = await statement.run<{ readonly total: bigint } & MaybeRow, Tables>(
    db,
    `SELECT counted.total, ${COLUMNS} FROM (SELECT ${totalOf(query)} AS total) AS counted LEFT JOIN (${pageOf(query)}) AS page ON true`,
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
  readonly roles: readonly Roles[];
  /** Parties between whom a row is one of two roles at once. */
  readonly between: readonly string[];
  readonly status: StreamStatus | undefined;
  readonly after: CreationCursor | undefined;
  readonly limit: number;
  /** The place of a value in the statement. */
  readonly value: PreparedText['value'];
}

/** The columns that say which index has the rows of roles. */
const columnsOf = ({ sender, recipient }: Roles, { status }: PageQuery) =>
  Object.entries({ senderHash: sender, recipientHash: recipient, status }).filter(([, part]) => part !== undefined);

/**
 * The conditions and the order of one index. Its expressions are those of the indexes (see the first migration): the filter
 * columns joined into one key, or, without a filter, the sum.
 *
 * @param key place of the key
 * @param sender place of the sender; undefined where the key says enough
 */
const along = (
  columns: readonly string[],
  { product, after, limit, value }: PageQuery,
  key: string,
  sender: string | undefined,
): { readonly place: string; readonly from: string } => {
  const place = columns.length > 0 ? 'created_at' : '(created_at + 0)';
  // Written out, so that every plan knows which product's indexes serve, and how short a page is.
  const conditions = [product === 'lock' ? `contract = 'LOCK'` : `product = '${product}'`];
  if (columns.length > 0) conditions.push(`(${columns.map(snakeCase).join(' || ')}) = ${key}`);
  if (sender !== undefined) conditions.push(`(sender_hash || '') = ${sender}`);
  if (after !== undefined) conditions.push(`(${place}, id) < (${value(after.createdAt)}, ${value(after.id)})`);
  return {
    place,
    // The index's own order, so that nothing is sorted.
    from: `FROM streams AS page WHERE ${conditions.join(' AND ')} ORDER BY ${place} DESC, id DESC LIMIT ${plannedLimit(limit).toString()}`,
  };
};

/** Keys of parties differ in length: two pairs can have one text. */
const isAmbiguous = ({ sender, recipient }: Roles): boolean =>
  sender !== undefined && recipient !== undefined && sender.length !== recipient.length;

/** Walks the one index of roles. */
const walk = (query: PageQuery, roles: Roles): string => {
  const { limit, value } = query;
  const columns = columnsOf(roles, query);
  const { place, from } = along(
    columns.map(([column]) => column),
    query,
    columns.length === 0 ? '' : value(columns.map(([, part]) => part).join('')),
    isAmbiguous(roles) ? value(roles.sender) : undefined,
  );
  return `SELECT * FROM (SELECT ${COLUMNS}, ${place} AS place ${from}) AS found
    ORDER BY place DESC, id DESC LIMIT ${value(limit)}`;
};

/** Walks an index once for each of some roles that are alike, and reads no more than the places of the rows. */
const places = (query: PageQuery, alike: readonly [Roles, ...Roles[]]): string => {
  const { value } = query;
  const columns = columnsOf(alike[0], query).map(([column]) => column);
  const keys = alike.map((roles) =>
    columnsOf(roles, query)
      .map(([, part]) => part)
      .join(''),
  );
  const isPair = alike[0].sender !== undefined && alike[0].recipient !== undefined;
  const senders = isPair ? `, ${value(alike.map(({ sender }) => sender))}::text[]` : '';
  const { place, from } = along(columns, query, 'party.key', isPair ? 'party.sender' : undefined);
  return `SELECT found.place, found.id FROM unnest(${value(keys)}::text[]${senders}) AS party (key${isPair ? ', sender' : ''})
    CROSS JOIN LATERAL (SELECT ${place} AS place, id ${from}) AS found`;
};

/**
 * One walk, or several merged: each finds as many places as the page has rows, at most, and only the rows of the page are read.
 * A walk over an OR would have to sort all rows of a busy party; a UNION ALL of as many subqueries takes longer to plan than to
 * run, and is another statement for each number of parties. A row between two parties is found twice and kept once.
 */
const pageOf = (query: PageQuery): string => {
  const { roles, limit, value } = query;
  const [first, ...others] = roles;
  if (first !== undefined && others.length === 0) return walk(query, first);
  const alike = [...groupBy(roles, (each) => Object.keys(each).sort().join()).values()];
  const walks = alike.map(([one = {}, ...rest]) => places(query, [one, ...rest])).join(' UNION ');
  return `SELECT ${COLUMNS} FROM (
    SELECT place, id FROM (${walks}) AS merged ORDER BY place DESC, id DESC LIMIT ${value(limit)}) AS shown
    JOIN streams AS page ON page.id = shown.id`;
};

type MaybeRow = { [Column in keyof ListedRow]: ListedRow[Column] | null };

/** An empty page is one row that carries nothing but the total. */
const isStreamRow = <T extends MaybeRow>(row: T): row is T & ListedRow => row.id !== null;
