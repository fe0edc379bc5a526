import { hasRoomForMove, type LockMove, outpointKey, type StreamMove } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { MAX_MOVES } from '@weir/kinds';
import { ServiceError } from '../shared/service-error.js';
import { isUnderNotice } from '../streams/chain/find-clock.js';
import { followStream } from '../streams/chain/follow-stream.js';
import { moveDelayOf, toContractState } from '../streams/contract/stored-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { LeftOutCode, MoveSelection, NotMoved } from './moves.types.js';

/** Streams that are brought up to the chain at once. */
const AT_ONCE = 8;

const REASONS: Readonly<Record<LeftOutCode, string>> = {
  NOT_FOUND: 'no stream, payment or lock has this id',
  FORBIDDEN: 'its recipient is somebody else',
  OTHER_ADDRESS: 'its recipient is another address of the wallet: one transaction moves those of one address',
  NOT_TRANSFERABLE: 'it was created as not transferable, and its contract enforces that',
  UNDER_NOTICE: 'a notice runs: until it is over nothing moves to another address',
  NOT_MINED: 'its last transaction is not mined yet: retry with the next block',
  NO_MOVE: 'no move of it is pending',
  MOVES_THERE_ALREADY: 'a move to this address is pending already',
  DELAY_NOT_OVER: 'the delay of its move is not over',
  RESERVE_FULL: 'its reserve has no room for the fee of the move: retry after its next payments',
  LOCK_MOVES_ALONE: 'a lock ends its move by a transaction of its own: request it by itself',
  WRONG_STATE: 'it is not funded, or has ended',
};

/** A stream that can take the step that is asked for, with what its transaction is built from. */
export interface MovingStream {
  readonly stream: StreamRecord;
  readonly isLock: false;
  readonly move: StreamMove;
}

/** The same of a lock. */
export interface MovingLock {
  readonly stream: StreamRecord;
  readonly isLock: true;
  readonly move: LockMove;
}

export type Moving = MovingStream | MovingLock;

/** Sorts what moves as transactions move it: streams, then locks. */
export const byContract = (moving: readonly Moving[]) => {
  const streams = moving.filter((each) => !each.isLock);
  const locks = moving.filter((each) => each.isLock);
  return { streams, locks };
};

/** Returns why a stream cannot be announced by its terms or its reserve; undefined where it can be. */
export const whyNotAnnounced = (
  { contracts }: Pick<StreamContext, 'contracts'>,
  stream: StreamRecord,
): LeftOutCode | undefined => {
  if (moveDelayOf(stream) === 0) return 'NOT_TRANSFERABLE';
  const { state } = stream;
  const move = state === null ? undefined : contracts.of(stream).at(toContractState(state, undefined)).moving;
  // A lock has no reserve that may be full: its output grows by the fee of the move.
  return move !== undefined && !hasRoomForMove(move) ? 'RESERVE_FULL' : undefined;
};

/** Streams of a request: those that can move, and why the others cannot. */
export interface SortedMoves {
  readonly moving: readonly Moving[];
  readonly leftOut: readonly NotMoved[];
}

/** Returns the refusal of one stream. */
export const notMoved = (id: string, code: LeftOutCode, availableAtHeight?: number | null): NotMoved => ({
  id,
  code,
  reason: REASONS[code],
  ...(availableAtHeight !== undefined && { availableAtHeight }),
});

/** @throws ServiceError INVALID_REQUEST for none, too many or repeated ids, or ids beside `all` */
export const assertSelection = ({ streamIds = [], all = false }: MoveSelection): void => {
  const isSound = all
    ? streamIds.length === 0
    : streamIds.length > 0 && streamIds.length <= MAX_MOVES && new Set(streamIds).size === streamIds.length;
  if (isSound) return;
  throw new ServiceError(
    'INVALID_REQUEST',
    `streamIds must name from 1 to ${MAX_MOVES} different streams, or all must be true: one transaction moves no more`,
    { field: 'streamIds', most: MAX_MOVES, given: streamIds.length },
  );
};

/**
 * Brings streams up to the chain: one question about all, and those whose recorded state is spent some at a time. The others are what
 * their rows say.
 */
export const syncStreams = async (
  context: StreamContext,
  rows: readonly StreamRecord[],
): Promise<readonly StreamRecord[]> => {
  const states = rows.flatMap(({ state }) => state ?? []);
  const unspent = await context.chain.areUnspent(states);
  const standing = new Set(states.filter((_, i) => unspent[i] === true).map(outpointKey));
  const synced = new Map<string, StreamRecord>();
  const behind = rows.filter(({ state }) => state !== null && !standing.has(outpointKey(state)));
  for (let from = 0; from < behind.length; from += AT_ONCE) {
    const some = behind.slice(from, from + AT_ONCE);
    for (const stream of await Promise.all(some.map((row) => followStream(context, row))))
      synced.set(stream.id, stream);
  }
  return rows.map((row) => synced.get(row.id) ?? row);
};

/** Returns the heights of the blocks that hold some states; those of the mempool have none. */
export const heightsOf = async (
  { chain }: StreamContext,
  rows: readonly StreamRecord[],
): Promise<ReadonlyMap<string, number>> => {
  const txids = [...new Set(rows.flatMap(({ state }) => (state === null ? [] : [state.txid])))];
  const transactions = await chain.transactions(txids);
  return new Map(transactions.flatMap(({ txid, height }) => (height === undefined ? [] : [[txid, height] as const])));
};

/** Returns why no step of a move is possible for a stream, of any kind; undefined where one may be. */
const whyNone = (stream: StreamRecord): LeftOutCode | undefined => {
  if (stream.contract === 'LOCK' && moveDelayOf(stream) === 0) return 'NOT_TRANSFERABLE';
  if (stream.state === null) return 'WRONG_STATE';
  return isUnderNotice(stream) ? 'UNDER_NOTICE' : undefined;
};

/**
 * Sorts streams by whether they can take a step of a move.
 *
 * @param why returns what forbids the step; undefined where it is possible
 */
export const sortMoves = (
  { contracts }: StreamContext,
  streams: readonly StreamRecord[],
  why: (stream: StreamRecord) => LeftOutCode | NotMoved | undefined,
): SortedMoves => {
  const [moving, leftOut]: [Moving[], NotMoved[]] = [[], []];
  for (const stream of streams) {
    const code = whyNone(stream) ?? why(stream);
    const { state } = stream;
    const position =
      code === undefined && state !== null ? contracts.of(stream).at(toContractState(state, undefined)) : undefined;
    if (position?.moving !== undefined) moving.push({ stream, isLock: false, move: position.moving });
    else if (position?.movingLock !== undefined) moving.push({ stream, isLock: true, move: position.movingLock });
    else leftOut.push(typeof code === 'object' ? code : notMoved(stream.id, code ?? 'WRONG_STATE'));
  }
  return { moving, leftOut };
};

/** @throws ServiceError FORBIDDEN where all belong to others, WRONG_STATE where nothing can move */
export const assertMoves = ({ moving, leftOut }: SortedMoves): void => {
  if (moving.length > 0) return;
  const [first] = leftOut;
  if (leftOut.length > 0 && leftOut.every(({ code }) => code === 'FORBIDDEN'))
    throw new ServiceError('FORBIDDEN', 'Only the recipient may move a stream, payment or lock to another address', {
      leftOut,
    });
  throw new ServiceError('WRONG_STATE', `None of these can be moved: ${first?.reason ?? 'there are none'}`, {
    leftOut,
  });
};
