import { traced, type ChainReader, type FollowedResource, type ScriptReading } from '@weir/infra';
import { ChangeFeed, type ChangeSource, FollowedScripts } from './followed-scripts.js';
import { KeyedQueue } from './keyed-queue.js';
import { Retries } from './retries.js';
import { repeatAtTips, type WatchCounts, type WatcherLog } from './worker.js';

/** Pauses of a watcher, milliseconds. */
export interface WatchPauses {
  /** Longest pause between two rounds: a new block starts one at once. */
  readonly intervalMs: number;
  /** Pause between two polls for changed records. */
  readonly pollMs: number;
  /** First pause before a record is checked again if the chain gave no clear answer; it doubles. */
  readonly retryMs: number;
}

/** Callbacks of a watcher's progress. */
export interface WatchListeners {
  /** Called when a round is complete. */
  readonly onRound: () => void;
  /** Called with how much is followed. */
  readonly onCount: (counts: WatchCounts) => void;
}

/** The result of checking a record. */
export interface WatchOutcome {
  /** False if it should be checked again soon. */
  readonly isDone: boolean;
  /** The last reading of its script, if there was one. */
  readonly reading?: ScriptReading;
  /** Why it is not done, in words. */
  readonly why?: string;
  /** Ids of other records that the result concerns, to be checked at once. */
  readonly alsoDue?: readonly string[];
}

/** The records whose scripts are followed, in the database. */
export interface WatchedRecords<Followed extends FollowedResource> extends ChangeSource {
  listFollowed(page: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly Followed[]>;
  findFollowed(ids: readonly string[]): Promise<readonly Followed[]>;
}

/** A watcher of the scripts of one kind of records. */
export interface ScriptWatch<Followed extends FollowedResource> extends WatchPauses, WatchListeners {
  /** What a record is called in the log, such as `stream`. */
  readonly name: string;
  readonly records: WatchedRecords<Followed>;
  readonly chain: Pick<ChainReader, 'subscribeScript' | 'subscribeTip'>;
  readonly log: WatcherLog;
  /** Records checked at a time. */
  readonly concurrency: number;
  /** Checks one record. Never throws. @param reportedStatus the script's status that the server reported last, if any */
  readonly job: (id: string, reportedStatus: string | null | undefined) => Promise<WatchOutcome>;
  /** Ids of records to check first in each round, even if their script's status did not change. */
  readonly dueInRound: () => Promise<readonly string[]>;
  /** Whether a newly followed record is checked even if its script's status did not change. */
  readonly isDueAtFirst?: (record: Followed) => boolean;
  /** Milliseconds since any moment; by default the process's own clock. */
  readonly clock?: () => number;
}

const PAGE = 1_000;
/** Pause after a round that failed, milliseconds, where that is shorter than the usual one. */
const AFTER_FAILURE_MS = 5_000;
/** Pause between two listings of all followed records, as a multiple of the time of a listing: a tenth of a core at most. */
const REST = 9;
/** After how many failed checks a record is logged. */
const LOGGED_AFTER = 3;

/**
 * Does the leader's work until `signal` is aborted. Subscribes to the scripts of all records that can move, and checks
 * one when its script's status differs from the one it was read up to, when its record was changed by a replica, and
 * when a round asks for it. Where nothing changed, no call is made for single records.
 */
export const watchScripts = async <Followed extends FollowedResource>(
  signal: AbortSignal,
  watch: ScriptWatch<Followed>,
): Promise<void> => {
  const { name, records, log, intervalMs, pollMs, clock = () => performance.now() } = watch;
  const retries = new Retries((id) => queue.add(id), watch.retryMs);
  const queue = new KeyedQueue(async (id) => {
    const { isDone, reading, why, alsoDue = [] } = await watch.job(id, scripts.statusOf(id));
    for (const other of alsoDue) {
      retries.hurry(other);
      queue.hurry(other);
    }
    // One server may have reported more than another one showed: then it is checked again.
    const isRead = reading === undefined || scripts.noteReading(id, reading);
    if (isDone && isRead) {
      retries.clear(id);
      return;
    }
    // Once is usual: a server's index lags behind what a client just confirmed.
    if (retries.schedule(id) === LOGGED_AFTER)
      log.info({ id, why }, `The ${name} state is ambiguous on chain; retrying`);
  }, watch.concurrency);
  const scripts = new FollowedScripts(watch.chain, (id) => queue.add(id));
  const changes = new ChangeFeed(records);

  const follow = (page: readonly Followed[]): void => {
    for (const record of page) {
      if (!scripts.has(record.id) && watch.isDueAtFirst?.(record) === true) queue.add(record.id);
      scripts.follow(record);
    }
  };
  const refresh = async (): Promise<void> => {
    const ids = new Set<string>();
    for (let after: string | undefined; !signal.aborted;) {
      const page = await records.listFollowed({ after, limit: PAGE });
      follow(page);
      for (const { id } of page) ids.add(id);
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    if (!signal.aborted) scripts.retain(ids);
  };
  // Changes arrive one by one: all records are listed in case one was missed, and to stop following those that ended.
  let listAgainAt = -Infinity;
  const round = async (): Promise<void> => {
    const began = clock();
    if (began >= listAgainAt) {
      await refresh();
      const now = clock();
      listAgainAt = now + REST * (now - began);
    }
    retries.hurryAll();
    watch.onRound();
  };
  const hurryDue = async (): Promise<void> => {
    for (const id of await watch.dueInRound()) queue.hurry(id);
  };
  const attempt = async (work: () => Promise<void>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      log.warn({ err: error }, failure);
      return false;
    }
  };

  const atTips = (work: () => Promise<void>, what: string): ((isNewTip: boolean) => Promise<void>) => {
    let dueAt = -Infinity;
    return async (isNewTip) => {
      if (!isNewTip && clock() < dueAt) return;
      const isComplete = await attempt(
        () => traced(() => ({ name: `${name} watcher ${what}`, isRoot: true }), work),
        `A ${what} of the ${name} watcher failed; retrying`,
      );
      dueAt = clock() + (isComplete ? intervalMs : Math.min(intervalMs, AFTER_FAILURE_MS));
    };
  };

  const roundAtTips = atTips(round, 'round');
  const dueAtTips = atTips(hurryDue, 'look for what is due');
  const pauseMs = Math.min(pollMs, intervalMs);
  const followAll = repeatAtTips(signal, watch.chain, async (isNewTip) => {
    // Called before the round: no event is missed from the first call on.
    await attempt(
      async () => follow(await records.findFollowed(await changes.changed())),
      `The ${name} watcher cannot read the database; retrying`,
    );
    await roundAtTips(isNewTip);
    watch.onCount({ following: scripts.size, unsettled: retries.size, unsettledSeconds: retries.longestSeconds });
    return pauseMs;
  });
  // Due records have a deadline: they wait neither for the listing of all records nor behind other checks.
  const sendDue = repeatAtTips(signal, watch.chain, async (isNewTip) => {
    await dueAtTips(isNewTip);
    return pauseMs;
  });
  try {
    await Promise.all([followAll, sendDue]);
  } finally {
    scripts.close();
    retries.close();
    await queue.close();
  }
};
