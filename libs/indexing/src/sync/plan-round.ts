import type { HistoryReading, Round, SyncPosition } from '@weir/infra';
import { planAnnouncements, type AnnouncementPlan } from './plan-announcements.js';
import { planContracts, type ContractPlan } from './plan-contracts.js';
import type { ScriptHistory, Segment } from './read-segment.js';
import type { BeaconBacklog, ContractCache, ReadTransactions } from './round-memory.js';
import type { SyncContext } from './sync.types.js';

interface RoundInputs {
  readonly position: SyncPosition;
  readonly segment: Segment;
  /** Scripts whose history has changed. */
  readonly changed: ReadonlySet<string>;
  readonly isBeacon: (scriptHash: string) => boolean;
  readonly read: ReadTransactions;
  readonly contracts: ContractCache;
  readonly backlog: BeaconBacklog;
}

/** A round to commit, and what it leaves for the next. */
export interface RoundPlan {
  readonly round: Round;
  readonly contracts: ContractPlan;
  /** Scripts to read further at once. */
  readonly unfinished: readonly string[];
  /** Scripts to read again at the next block, whether or not a server announces a change by then. */
  readonly waiting: readonly string[];
  /** Scripts of which every server shows less history than is known. */
  readonly hidden: readonly string[];
  /** Scripts found to have no history. */
  readonly empty: readonly string[];
  /** Scripts read completely, whose digest is stored. */
  readonly complete: readonly string[];
}

/** Most contract scripts read in one round. */
const MAX_SCRIPTS = 300;

const toReading = ({ scriptHash, status, hasMore }: ScriptHistory): HistoryReading => ({
  scriptHash,
  status: hasMore ? null : status,
});

/** Clears the stored digest of a script that was not read to the end, so that a restart reads it. */
const unread = (scriptHash: string): HistoryReading => ({ scriptHash, status: null });

const toRound = (
  { position, segment }: RoundInputs,
  found: AnnouncementPlan,
  contracts: ContractPlan,
  now: number,
): Round => ({
  version: position.version,
  forkHeight: segment.forkHeight,
  blocks: segment.blocks,
  announcements: found.announcements,
  changes: contracts.changes,
  readings: [
    ...[...found.finished, ...contracts.finished.filter(({ scriptHash }) => contracts.live.has(scriptHash))].map(
      toReading,
    ),
    ...[...found.unfinished, ...found.hidden, ...contracts.unfinished, ...contracts.hidden].map(unread),
  ],
  dropped: contracts.ended,
  reorg: segment.replaced === 0 ? null : { depth: segment.replaced, at: now },
});

/**
 * Plans a round: reads what changed and, after a reorganisation, everything derived from replaced blocks, so that the
 * tables move from one chain to the other in one transaction.
 *
 * @throws SyncPausedError, ChainUnavailableError
 */
export const planRound = async (inputs: RoundInputs, context: SyncContext): Promise<RoundPlan> => {
  const { segment, changed, isBeacon, read, contracts: cache, backlog } = inputs;
  const above = segment.replaced === 0 ? [] : await context.sync.scriptsAbove(segment.forkHeight);
  const needed = new Set(above.map(({ scriptHash }) => scriptHash));
  const isNeeded = (scriptHash: string): boolean => needed.has(scriptHash);
  const scripts = [...new Set([...needed, ...changed])];
  const found = await planAnnouncements(scripts.filter(isBeacon), segment, context, {
    contracts: cache,
    backlog,
    isNeeded,
  });
  const others = scripts.filter((scriptHash) => !isBeacon(scriptHash));
  const taken = others.slice(0, Math.max(needed.size, MAX_SCRIPTS));
  const contracts = await planContracts(
    { scripts: taken, found: found.found, isNeeded, read, contracts: cache },
    segment,
    context,
  );
  const round = toRound(inputs, found, contracts, context.now());
  return {
    round,
    contracts,
    unfinished: [...found.unfinished, ...contracts.unfinished, ...others.slice(taken.length)],
    waiting: [...found.finished, ...contracts.finished]
      .filter(({ hasMore, hasUnmined }) => hasMore || hasUnmined)
      .map(({ scriptHash }) => scriptHash),
    hidden: [...found.hidden, ...contracts.hidden],
    empty: [...found.finished, ...contracts.finished]
      .filter(({ status }) => status === null)
      .map(({ scriptHash }) => scriptHash),
    complete: round.readings.filter(({ status }) => status !== null).map(({ scriptHash }) => scriptHash),
  };
};
