import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from '../../shared/watch/keyed-queue.js';
import { Retries } from '../../shared/watch/retries.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import { EventFeed } from '../../streams/watch/event-feed.js';
import { FollowedScripts } from '../../streams/watch/followed-scripts.js';
import type { VaultContext } from '../vault-context.js';
import type { VaultJob } from './vault-job.js';

export interface WatchVaultsTools {
  readonly context: VaultContext;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds: a new block starts one at once. */
  readonly intervalMs: number;
  /** Pause between two looks for vaults that were opened, ..., milliseconds. */
  readonly pollMs: number;
  /** First pause before a vault is looked at again that the chain did not show clearly, milliseconds; it doubles. */
  readonly retryMs: number;
  readonly job: VaultJob;
  /** Told when a round was complete. */
  readonly onRound: () => void;
  /** Told what is followed, and what the chain does not show clearly. */
  readonly onCount: (counts: { readonly following: number; readonly unsettled: number }) => void;
}

const PAGE = 1_000;
/** Vaults looked at at a time. */
const CONCURRENCY = 4;
/** Pause after a round that failed, milliseconds, where that is shorter than the usual one. */
const AFTER_FAILURE_MS = 5_000;
/** Looks in vain after which a vault is told of in the log. */
const TELL_AFTER = 3;

/**
 * The leader's work until `signal` is aborted. Subscribes to the scripts of all vaults with money, and looks at one when
 * its script's status is another than the one it was read up to, when its record was changed by a replica, and at each new
 * block as long as something of it is not final. Where nothing changed, a round asks the chain nothing about single vaults.
 */
export const watchVaults = async (signal: AbortSignal, tools: WatchVaultsTools): Promise<void> => {
  const { context, log, intervalMs, pollMs, retryMs, job } = tools;
  const { watch } = context.vaults;
  const retries = new Retries((id) => queue.add(id), retryMs);
  const queue = new KeyedQueue(async (id) => {
    const outcome = await job(id);
    // A server may have told of more than another one showed.
    const isRead = 'reading' in outcome && scripts.noteReading(id, outcome.reading);
    if (isRead) retries.clear(id);
    else if (retries.schedule(id) === TELL_AFTER)
      log.info({ id, ...outcome }, 'The chain does not show clearly what became of a vault; it is looked at again');
  }, CONCURRENCY);
  const scripts = new FollowedScripts(context.chain, (id) => queue.add(id));
  const events = new EventFeed(watch);

  const refresh = async (): Promise<void> => {
    const ids = new Set<string>();
    for (let after: string | undefined; !signal.aborted;) {
      const page = await watch.listFollowed({ after, limit: PAGE });
      for (const vault of page) {
        scripts.follow(vault);
        ids.add(vault.id);
      }
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    if (!signal.aborted) scripts.retain(ids);
  };
  const round = async (): Promise<void> => {
    await refresh();
    for (const id of await watch.unfinal()) queue.add(id);
    retries.hurry();
    tools.onRound();
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

  let roundDueAt = -Infinity;
  let wake = new AbortController();
  const wakeUp = (): void => wake.abort();
  const unsubscribe = context.chain.subscribeTip(() => {
    roundDueAt = -Infinity;
    wakeUp();
  });
  signal.addEventListener('abort', wakeUp, { once: true });
  try {
    while (!signal.aborted) {
      wake = new AbortController();
      // Before the round: from the first call on, no event is missed.
      await attempt(async () => {
        for (const vault of await watch.findFollowed(await events.changed())) scripts.follow(vault);
      }, 'The vault watcher cannot read the database; it is tried again');
      if (performance.now() >= roundDueAt) {
        roundDueAt = performance.now() + intervalMs;
        const isComplete = await attempt(round, 'A round of the vault watcher failed; it is tried again');
        if (!isComplete) roundDueAt = performance.now() + Math.min(intervalMs, AFTER_FAILURE_MS);
      }
      tools.onCount({ following: scripts.size, unsettled: retries.size });
      await sleep(Math.min(pollMs, intervalMs), undefined, { signal: wake.signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wakeUp);
    scripts.close();
    retries.close();
    await queue.close();
  }
};
