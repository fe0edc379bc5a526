import { bindUseCases } from '../shared/bind-use-cases.js';
import { viewTime } from '../shared/chain-time.js';
import type { Viewer } from '../shared/parties.js';
import { claimInfo, claimStream } from '../streams/claim/claim-stream.js';
import { pushStream } from '../streams/claim/push-stream.js';
import { confirmClaim, confirmFunding } from '../streams/confirm-stream.js';
import { fundingInfo } from '../streams/funding/funding-info.js';
import { getStream, listRows } from '../streams/read/read-streams.js';
import { streamSchedule } from '../streams/read/stream-schedule.js';
import { toStreamView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { ListStreamsQuery } from '../streams/streams.types.js';
import { createLock, previewLock } from './create-lock.js';

/** Names the record of an answer as the routes of locks do. */
const asLock = <Answer extends { readonly stream: unknown }>({ stream, ...rest }: Answer) => ({
  ...rest,
  lock: stream as Answer['stream'],
});

const listLocks = async (context: StreamContext, query: ListStreamsQuery) => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { locks: rows.map((row) => toStreamView(row, asOf)), total, nextCursor };
};

const getLock = async (context: StreamContext, id: string, viewer?: Viewer) =>
  asLock(await getStream(context, id, viewer));

const lockSchedule = async (context: StreamContext, id: string, points: number) =>
  asLock(await streamSchedule(context, id, points));

const confirmLockFunding = async (context: StreamContext, id: string, txHash: string) =>
  asLock(await confirmFunding(context, id, txHash));

const confirmLockClaim = async (context: StreamContext, id: string, txHash: string, amount: number | string) =>
  asLock(await confirmClaim(context, id, txHash, amount));

/**
 * Builds the use cases of locks over a database and a chain: those of streams, of which each lock is one. Holds no state of its
 * own: any number of replicas may serve.
 */
export const createLocksService = (shared: Omit<StreamContext, 'serves'>) => {
  const context: StreamContext = { ...shared, serves: 'lock' };
  return bindUseCases(context, {
    list: listLocks,
    get: getLock,
    preview: previewLock,
    create: createLock,
    schedule: lockSchedule,
    fundingInfo,
    confirmFunding: confirmLockFunding,
    claimInfo,
    claim: claimStream,
    confirmClaim: confirmLockClaim,
    push: pushStream,
  });
};

export type LocksService = ReturnType<typeof createLocksService>;
