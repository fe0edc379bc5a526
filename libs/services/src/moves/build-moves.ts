import {
  buildAnnounceMove,
  buildAnnounceMoves,
  buildFinishMove,
  buildPaidFinishLockMove,
  lockingBytecodeOf,
  partyOfKey,
} from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { MAX_MOVES } from '@weir/kinds';
import { withFunds } from '../shared/covenant-refusals.js';
import { type Caller, callerParties, parseParty, signingHash } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import { moveDelayOf } from '../streams/contract/stored-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { AnnounceInput, LeftOutCode, MoveSelection, NotMoved } from './moves.types.js';
import {
  assertMoves,
  assertSelection,
  byContract,
  heightsOf,
  type Moving,
  notMoved,
  sortMoves,
  syncStreams,
  whyNotAnnounced,
} from './sort-moves.js';

/** Rows of a request, whether more are left for another one, and ids that name none. */
interface Selected {
  readonly rows: readonly StreamRecord[];
  readonly hasMore: boolean;
  readonly leftOut: readonly NotMoved[];
}

const byIds = async ({ streams }: StreamContext, ids: readonly string[]): Promise<Selected> => {
  const rows = await streams.findByIds(ids);
  const known = new Set(rows.map(({ id }) => id));
  const leftOut = ids.filter((id) => !known.has(id.toLowerCase())).map((id) => notMoved(id, 'NOT_FOUND'));
  return { rows, hasMore: false, leftOut };
};

/** Cuts a list that was read one row further, to the streams of its first recipient. */
const ofFirst = (found: readonly StreamRecord[]): Selected => {
  const own = found.filter(({ recipientHash }) => recipientHash === found[0]?.recipientHash).slice(0, MAX_MOVES);
  return { rows: own, hasMore: own.length < found.length, leftOut: [] };
};

/** The caller's streams of a request, all of one of their addresses: of the first row that is theirs. */
const ownRows = (rows: readonly StreamRecord[], hashes: readonly string[]) => {
  const [first] = rows.filter(({ recipientHash }) => hashes.includes(recipientHash));
  const own = rows.filter(({ recipientHash }) => recipientHash === first?.recipientHash);
  const leftOut = rows
    .filter((row) => !own.includes(row))
    .map(({ id, recipientHash }) => notMoved(id, hashes.includes(recipientHash) ? 'OTHER_ADDRESS' : 'FORBIDDEN'));
  return { own, leftOut, recipient: first };
};

const stateText = ({ state }: StreamRecord): string => (state === null ? '' : `${state.txid}:${state.vout}`);

const viewOf = ({ stream }: Moving) => ({
  id: stream.id,
  streamId: stream.streamId,
  product: stream.product,
  state: stateText(stream),
  fundingTxHash: stream.funding?.txHash ?? '',
  index: stream.place.index,
  delayBlocks: moveDelayOf(stream),
});

/** What the steps of a recipient have in common: who they are, whose streams they move, and what forbids the step. */
interface RecipientsStep {
  /** Locking bytecode that the announcement names; of an undo the recipient's own. */
  readonly to: (recipient: Uint8Array) => Uint8Array;
  readonly selected: Selected;
  readonly why: (stream: StreamRecord) => LeftOutCode | undefined;
  /** Checks the request once the caller is known to be a recipient of some. */
  readonly check?: () => void;
  readonly caller: Caller;
  readonly wallet: PayingWallet | undefined;
}

const buildStep = async (context: StreamContext, step: RecipientsStep) => {
  const { to, selected, why, check, caller, wallet } = step;
  const hashes = callerParties(caller, context.network).map(({ hashHex }) => hashHex);
  const asStored = ownRows(selected.rows, hashes);
  if (asStored.own.length === 0) assertMoves({ moving: [], leftOut: [...selected.leftOut, ...asStored.leftOut] });
  check?.();
  const rows = await syncStreams(context, selected.rows);
  const { own, leftOut, recipient } = ownRows(rows, hashes);
  const heights = await heightsOf(context, own);
  const sorted = sortMoves(
    context,
    own,
    (stream) => why(stream) ?? (heights.has(stream.state?.txid ?? '') ? undefined : 'NOT_MINED'),
  );
  const others = [...selected.leftOut, ...leftOut, ...sorted.leftOut];
  assertMoves({ ...sorted, leftOut: others });
  if (recipient === undefined) throw new Error('A stream that moves has no recipient');
  const from = partyOfKey(recipient.recipientHash);
  const hash = signingHash(from, 'stream', 'moves to another address');
  const [funds, feeRate] = await Promise.all([walletCoins(context, hash, wallet), context.chain.feeRate()]);
  const named = to(from);
  const { streams, locks } = byContract(sorted.moving);
  const moves = streams.map(({ move }) => move);
  const { fee, size, wcTransaction } = withFunds('recipient', () =>
    locks.length === 0
      ? buildAnnounceMove(moves, named, funds, { feeRate })
      : buildAnnounceMoves({ streams: moves, locks: locks.map(({ move }) => move) }, named, funds, { feeRate }),
  );
  return {
    streams: [...streams, ...locks].map(viewOf),
    leftOut: others,
    hasMore: selected.hasMore,
    from: recipient.recipient,
    to: context.contracts.recipientColumns(named).recipient,
    fee,
    size,
    wcTransaction,
  };
};

/** Refuses a new address of which nobody has shown that they sign for it. @throws ServiceError INVALID_REQUEST */
const assertProven = (context: StreamContext, to: string, proven: readonly string[]): void => {
  const { network } = context;
  const { hashHex, address } = parseParty(to, network, 'to');
  if (proven.some((each) => parseParty(each, network, 'proof').hashHex === hashHex)) return;
  throw new ServiceError(
    'INVALID_REQUEST',
    'Nobody has shown that they can sign for the new address. Sign in with its wallet, and send the bearer as proof',
    { field: 'proof', problem: 'PROOF_REQUIRED', to: address },
  );
};

/**
 * Builds a recipient's announcement of another address for their streams and payments. What cannot move is left out and named.
 *
 * @param proven addresses for which signatures were shown; the new one must be among them
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST, FORBIDDEN, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const announceMove = async (
  context: StreamContext,
  input: AnnounceInput,
  proven: readonly string[],
  caller: Caller,
  wallet?: PayingWallet,
) => {
  assertSelection(input);
  const { network, streams } = context;
  const { hash, hashHex: toHash } = parseParty(input.to, network, 'to');
  const recipientHashes = callerParties(caller, network)
    .map(({ hashHex }) => hashHex)
    .filter((each) => each !== toHash);
  const selected =
    input.all === true
      ? ofFirst(await streams.movable({ recipientHashes, toHash, limit: MAX_MOVES + 1 }))
      : await byIds(context, input.streamIds ?? []);
  const why = (stream: StreamRecord): LeftOutCode | undefined => {
    if (stream.recipientHash === toHash) return 'NO_MOVE';
    return stream.move?.toHash === toHash ? 'MOVES_THERE_ALREADY' : whyNotAnnounced(context, stream);
  };
  const check = (): void => {
    assertProven(context, input.to, proven);
  };
  return buildStep(context, { to: () => lockingBytecodeOf(hash), selected, why, check, caller, wallet });
};

/**
 * Builds a recipient's undoing of moves that are pending: an announcement of their own address. What ends the move then needs no delay.
 *
 * @throws ServiceError INVALID_REQUEST, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const undoMove = async (context: StreamContext, input: MoveSelection, caller: Caller, wallet?: PayingWallet) => {
  assertSelection(input);
  const { network, streams } = context;
  const recipientHashes = callerParties(caller, network).map(({ hashHex }) => hashHex);
  const selected =
    input.all === true
      ? ofFirst(await streams.moving({ recipientHashes, limit: MAX_MOVES + 1 }))
      : await byIds(context, input.streamIds ?? []);
  const why = (stream: StreamRecord): LeftOutCode | undefined =>
    stream.move === null || stream.move.toHash === stream.recipientHash ? 'NO_MOVE' : whyNotAnnounced(context, stream);
  return buildStep(context, { to: (recipient) => recipient, selected, why, caller, wallet });
};

/** Cuts what can be finished to what one transaction finishes: streams together, or one lock. */
const finishedTogether = (moving: readonly Moving[]) => {
  const { streams, locks } = byContract(moving);
  const [lock, ...others] = locks;
  const alone = streams.length === 0 ? lock : undefined;
  const left = alone === undefined ? locks : others;
  return {
    streams,
    lock: alone,
    leftOut: left.map(({ stream: { id } }) => notMoved(id, 'LOCK_MOVES_ALONE')),
  };
};

/**
 * Builds the end of moves whose delay is over, or that were undone, for anybody to sign whose coin pays the fee: of streams together, or of
 * one lock, which moves in a transaction of its own.
 *
 * @throws ServiceError INVALID_REQUEST, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const finishMove = async (
  context: StreamContext,
  { streamIds }: { readonly streamIds: readonly string[] },
  caller: Caller,
  wallet?: PayingWallet,
) => {
  assertSelection({ streamIds });
  const { rows, leftOut } = await byIds(context, streamIds);
  const synced = await syncStreams(context, rows);
  const [heights, tip] = await Promise.all([heightsOf(context, synced), context.chain.tip()]);
  const sorted = sortMoves(context, synced, (stream): LeftOutCode | NotMoved | undefined => {
    const { id, move, recipientHash, state } = stream;
    if (move === null) return 'NO_MOVE';
    // What was undone needs no delay, not even a block.
    if (move.toHash === recipientHash) return undefined;
    const height = heights.get(state?.txid ?? '');
    if (height === undefined) return 'NOT_MINED';
    const availableAtHeight = height + moveDelayOf(stream);
    return tip.height + 1 >= availableAtHeight ? undefined : notMoved(id, 'DELAY_NOT_OVER', availableAtHeight);
  });
  const { streams, lock, leftOut: waiting } = finishedTogether(sorted.moving);
  const others = [...leftOut, ...sorted.leftOut, ...waiting];
  assertMoves({ ...sorted, leftOut: others });
  const [{ hash }] = callerParties(caller, context.network);
  const [funds, feeRate] = await Promise.all([walletCoins(context, hash, wallet), context.chain.feeRate()]);
  const { fee, size, wcTransaction } = withFunds('payer', () =>
    lock === undefined
      ? buildFinishMove(
          streams.map(({ move }) => move),
          funds,
          { feeRate },
        )
      : buildPaidFinishLockMove(lock.move, funds, { feeRate }),
  );
  return {
    streams: [...streams, ...(lock === undefined ? [] : [lock])].map((each) => ({
      ...viewOf(each),
      from: each.stream.recipient,
      to: each.stream.move?.to ?? each.stream.recipient,
    })),
    leftOut: others,
    fee,
    size,
    wcTransaction,
  };
};
