import { hexToBin } from '@bitauth/libauth';
import { historyStatus } from '@weir/infra';
import { shownHistory } from '../../shared/second-funding.js';
import { guardedJob, type WatchJob } from '../../shared/watch/guarded-job.js';
import { watchScripts } from '../../shared/watch/watch-scripts.js';
import {
  createWatchProgress,
  startWorker,
  type WatcherLog,
  type WatchProgress,
  type Worker,
  type WorkerOptions,
} from '../../shared/watch/worker.js';
import { followVault } from '../chain/follow-vault.js';
import { recordFoundOpenings } from '../grants/record-grant.js';
import { followPurse } from '../purses/follow-purse.js';
import type { VaultContext } from '../vault-context.js';

/** Makes the job that brings a vault's record, its balance and its proposals up to the chain. */
export const createVaultJob = (context: VaultContext, log: WatcherLog): WatchJob => {
  const { vaults, chain } = context;
  return guardedJob('a vault', log, async (id) => {
    const stored = await vaults.findById(id);
    if (stored === undefined) return { isDone: false, why: 'There is no such vault' };
    // Before the look: what comes meanwhile is another status, and looked at again.
    const history = await shownHistory(hexToBin(stored.lockingBytecode), chain);
    const { vault } = await followVault(context, id);
    await recordFoundOpenings(context, id);
    const reading = { status: historyStatus(history), head: vault.state?.txid ?? null };
    await vaults.watch.saveReading(id, reading);
    return { isDone: true, reading };
  });
};

/** Makes the job that brings a purse's record up to the chain. */
const createPurseJob = (context: VaultContext, log: WatcherLog): WatchJob => {
  const { purses } = context.vaults;
  return guardedJob('a purse', log, async (id) => {
    const stored = await purses.findById(id);
    if (stored === undefined) return { isDone: false, why: 'There is no such purse' };
    const history = await shownHistory(hexToBin(stored.lockingBytecode), context.chain);
    const purse = await followPurse(context, id);
    // A payment moved it to another script, whose history is read next.
    if (purse.lockingBytecode !== stored.lockingBytecode) return { isDone: false, why: 'It was paid from' };
    const reading = { status: historyStatus(history), head: purse.state?.txid ?? null };
    await purses.watch.saveReading(id, reading);
    return { isDone: true, reading };
  });
};

/** Progress of two watches as one: what both have done. */
const bothOf = (one: WatchProgress, other: WatchProgress): WatchProgress => ({
  lastRoundAt:
    one.lastRoundAt === null || other.lastRoundAt === null ? null : Math.min(one.lastRoundAt, other.lastRoundAt),
  following: one.following + other.following,
  unsettled: one.unsettled + other.unsettled,
  unsettledSeconds: Math.max(one.unsettledSeconds, other.unsettledSeconds),
});

/** The dependencies of the vault watcher, and how often it works. */
export interface VaultWatcherOptions extends WorkerOptions {
  readonly context: VaultContext;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed vaults, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** First pause before a vault is looked at again about which the chain gave no clear answer, milliseconds, default 2,000. */
  readonly retryMs?: number;
}

export type VaultWatcher = Worker<WatchProgress>;

/** Vaults looked at at a time. */
const CONCURRENCY = 4;

/**
 * Keeps vaults, their balances, proposals and purses up to the chain, whether or not anybody asks: spends and closes made elsewhere,
 * deposits, and what the chain drops. Follows the scripts of all vaults and purses with money, and checks each at every new block, too, as
 * long as something of it is not final. Holds no key, sends nothing.
 */
export const createVaultWatcher = (options: VaultWatcherOptions): VaultWatcher => {
  const { context, log, intervalMs = 30_000, pollMs = 1_000, retryMs = 2_000 } = options;
  const { watch, purses } = context.vaults;
  const [ofVaults, ofPurses] = [createWatchProgress(context.now), createWatchProgress(context.now)];
  const shared = { log, intervalMs, pollMs, retryMs, chain: context.chain, concurrency: CONCURRENCY };
  return startWorker({
    ...options,
    name: 'vault-watcher',
    work: async (signal) => {
      await Promise.all([
        watchScripts(signal, {
          ...shared,
          onRound: ofVaults.onRound,
          onCount: ofVaults.onCount,
          name: 'vault',
          records: watch,
          job: createVaultJob(context, log),
          dueInRound: () => watch.unfinal(),
        }),
        watchScripts(signal, {
          ...shared,
          onRound: ofPurses.onRound,
          onCount: ofPurses.onCount,
          name: 'purse',
          records: purses.watch,
          job: createPurseJob(context, log),
          dueInRound: () => purses.watch.unfinal(),
        }),
      ]);
    },
    status: () => bothOf(ofVaults.read(), ofPurses.read()),
  });
};
