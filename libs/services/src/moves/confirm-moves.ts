import { binToHex, encodeLockingBytecodeP2sh32, hash256, type Input, type Output } from '@bitauth/libauth';
import { outpointOf, pushesOf } from '@weir/covenants';
import { type ChainTransaction, scriptHashOf, type SpentLocks, type StreamRecord } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import { readingOnce } from '../shared/reading-once.js';
import { ServiceError } from '../shared/service-error.js';
import { confirmTransition, type ExpectedTransition } from '../streams/chain/confirm-transition.js';
import { moveView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';

/** Steps of a move to another address. */
const STEPS: ReadonlySet<string> = new Set(['announce', 'undo', 'finish', 'keep']);

const EXPECTED: ExpectedTransition = {
  name: 'move',
  mismatch: ({ kind }) => (STEPS.has(kind) ? undefined : `The transaction is a ${kind}, not a move to another address`),
  allowed: ({ state }) => state !== null,
};

/** Most outputs of a transaction that are looked at: more than one with as many streams as nodes relay has. */
const MAX_OUTPUTS = 2_000;

/** Where the states are that some outputs seem to be: by their category, and the index in their commitment. */
const statesIn = (outputs: readonly Output[]) =>
  outputs.slice(0, MAX_OUTPUTS).flatMap(({ token, lockingBytecode }) => {
    const [low, high] = token?.nft?.commitment ?? [];
    if (token?.nft?.capability !== 'mutable' || low === undefined || high === undefined) return [];
    const scriptHash = scriptHashOf(lockingBytecode);
    return [{ scriptHash, category: binToHex(token.category), index: low + 256 * high }];
  });

/** The coins and scripts that some inputs spend, of which some may be locks: what they unlock, they push last. */
const spentIn = (inputs: readonly Input[]): SpentLocks => {
  const shown = inputs.slice(0, MAX_OUTPUTS).flatMap((input) => {
    const script = pushesOf(input.unlockingBytecode).at(-1);
    return script === undefined ? [] : [{ coin: outpointOf(input), at: encodeLockingBytecodeP2sh32(hash256(script)) }];
  });
  return {
    coins: shown.map(({ coin }) => coin),
    scripts: shown.map(({ at }) => binToHex(at)),
    scriptHashes: shown.map(({ at }) => scriptHashOf(at)),
  };
};

const messageOf = (streams: readonly StreamRecord[]): string => {
  const moving = streams.filter(({ move, recipientHash }) => move !== null && move.toHash !== recipientHash).length;
  if (moving > 0)
    return 'The move is announced: until it is finished payments go to the old address, whose wallet can undo it';
  const undone = streams.some(({ move }) => move !== null);
  return undone ? 'The move is undone, and can be ended at once' : 'The move is over';
};

/**
 * Records an announcement, an undo or a finish with every stream that it moved. The same hash again gives the same answer.
 *
 * @throws ServiceError TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const confirmMove = async (given: StreamContext, txHash: string) => {
  // Streams that moved together look at the same transactions.
  const context = { ...given, chain: readingOnce(given.chain) };
  const { streams } = context;
  const transaction: ChainTransaction = await confirmedTransaction(context, txHash, () => Promise.resolve(undefined));
  const { inputs, outputs } = transaction.transaction;
  const moving = await streams.movedBy(txHash, statesIn(outputs));
  const locks = await streams.locksSpentBy(spentIn(inputs));
  const ids = [...moving, ...locks.filter((id) => !moving.includes(id))];
  if (ids.length === 0)
    throw new ServiceError('TX_MISMATCH', 'The transaction moves no stream, payment or lock that is recorded here', {
      txHash,
      problems: ['it belongs to something else'],
    });
  const moved: StreamRecord[] = [];
  for (const id of ids) moved.push((await confirmTransition(context, id, txHash, EXPECTED)).stream);
  return {
    ...confirmationOf(messageOf(moved), transaction),
    streams: moved.map((stream) => ({
      id: stream.id,
      streamId: stream.streamId,
      recipient: stream.recipient,
      pendingMove: moveView(stream).pendingMove,
    })),
  };
};
