import type { Finality, StreamStep } from '@weir/api-contract/words';
import type { EventRecord, StreamHistory, StreamPageRequest, TransitionRecord } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { limitOf, withCursor } from '../../shared/paging.js';
import { parsePartyKeys, type Viewer } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { vaultSeenBy } from '../../shared/vaults/vault-access.js';
import { loadHistory } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { ListPaymentsQuery, ListStreamsQuery } from '../streams.types.js';
import { toStreamView } from './stream-view.js';

const EVENT_KINDS: Readonly<Record<string, StreamStep>> = {
  fund: 'funded',
  claim: 'claimed',
  push: 'pushed',
  cancel: 'cancelled',
  refund: 'refunded',
  pause: 'paused',
  settle: 'settled',
  resume: 'resumed',
  'at-risk': 'at_risk',
  announce: 'move_announced',
  undo: 'move_undone',
  finish: 'move_finished',
  keep: 'move_kept',
};

/**
 * Returns the word of a step. A payment that nobody signed is `claimed` where its recipient asked for it, and `pushed`
 * where anybody else did, a watcher included.
 */
const wordOf = ({ transition, txHash }: EventRecord, asked: ReadonlySet<string>): StreamStep => {
  const kind = transition === 'push' && asked.has(txHash) ? 'claimed' : EVENT_KINDS[transition];
  if (kind === undefined) throw new Error(`A stream has an event of an unknown step: ${transition}`);
  return kind;
};

const finalityOf = (step: TransitionRecord | undefined): Finality | null => {
  if (step === undefined) return null;
  if (step.block === null) return 'mempool';
  return step.final ? 'final' : 'mined';
};

const toEventView = (event: EventRecord, step: TransitionRecord | undefined, asked: ReadonlySet<string>) => ({
  event: event.kind === 'recorded' ? wordOf(event, asked) : event.kind,
  of: event.kind === 'rolled_back' || event.kind === 'restored' ? wordOf(event, asked) : null,
  at: event.createdAt,
  txHash: event.txHash,
  amount: event.amount,
  source: event.source,
  reason: event.because?.reason ?? null,
  replacedBy: event.because?.replacedBy ?? null,
  finality: finalityOf(step),
  height: step?.block?.height ?? null,
});

/** Something that happened to a stream. Steps that were rolled back stay among them. */
export type StreamEventView = ReturnType<typeof toEventView>;

/** Converts the events of a stream, the oldest first, each with the present finality of its transaction. */
export const toEventViews = ({ events, transitions }: StreamHistory) => {
  const byHash = new Map(transitions.map((step) => [step.txHash, step]));
  const asked = new Set(events.filter(({ source }) => source === 'confirm').map(({ txHash }) => txHash));
  return events.map((event) => toEventView(event, byHash.get(event.txHash), asked));
};

/** Filters of lists that name parties. */
const PARTY_FILTERS = ['sender', 'recipient', 'address'] as const;

/** Each pair is a walk of its own: so that a list takes few, only one filter may name several parties. */
const assertOneNamesSeveral = (keys: readonly (readonly string[] | undefined)[]): void => {
  if (keys.filter((each) => each !== undefined && each.length > 1).length > 1)
    throw new ServiceError('INVALID_REQUEST', `Only one of ${PARTY_FILTERS.join(', ')} may name several addresses`);
};

/**
 * Lists rows of a product by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR, INVALID_REQUEST
 */
export const listRows = async (
  { streams, network }: StreamContext,
  product: StreamPageRequest['product'],
  query: ListPaymentsQuery,
) => {
  const keys = PARTY_FILTERS.map((field) => {
    const named = query[field];
    return named === undefined ? undefined : parsePartyKeys(named, network, field);
  });
  assertOneNamesSeveral(keys);
  const [senderHashes, recipientHashes, addressHashes] = keys;
  const request: StreamPageRequest = {
    product,
    senderHashes,
    recipientHashes,
    addressHashes,
    status: query.status,
    limit: limitOf(query),
    cursor: query.cursor,
  };
  return withCursor(() => streams.list(request));
};

/** Lists streams by party and status, the newest first. */
export const listStreams = async (context: StreamContext, query: ListStreamsQuery) => {
  const product = query.contract === 'LOCK' ? 'lock' : 'stream';
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, product, query), viewTime(context)]);
  return { streams: rows.map((row) => toStreamView(row, asOf)), total, nextCursor };
};

/** Returns a stream with its payments to the recipient and its events, the oldest first. @throws ServiceError NOT_FOUND */
export const getStream = async (context: StreamContext, id: string, viewer?: Viewer) => {
  const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
  const vaultId = await vaultSeenBy(context, history.stream, viewer);
  return {
    stream: { ...toStreamView(history.stream, asOf), vaultId },
    claims: history.claims,
    events: toEventViews(history),
  };
};
