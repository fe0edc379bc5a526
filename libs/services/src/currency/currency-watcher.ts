import { hexToBin } from '@bitauth/libauth';
import { historyStatus } from '@weir/infra';
import { shownHistory } from '../shared/second-funding.js';
import { guardedJob, type WatchJob } from '../shared/watch/guarded-job.js';
import { watchScripts } from '../shared/watch/watch-scripts.js';
import {
  createWatchProgress,
  startWorker,
  type WatcherLog,
  type WatchProgress,
  type Worker,
  type WorkerOptions,
} from '../shared/watch/worker.js';
import type { CurrencyContext } from './currency-context.js';
import { performDuties } from './currency-duties.js';
import { followCurrency } from './follow-currency.js';

/** Makes the job that brings a payment up to the chain, and sends what it is due. Never throws. */
export const createCurrencyJob = (context: CurrencyContext, log: WatcherLog): WatchJob => {
  const { currencyPayments, chain } = context;
  return guardedJob('a payment in a currency', log, async (id) => {
    const stored = await currencyPayments.findById(id);
    if (stored === undefined) return { isDone: false, why: 'There is no such payment' };
    // Before the look: what comes meanwhile is another status, and looked at again.
    const history = await shownHistory(hexToBin(stored.lockingBytecode), chain);
    const followed = await followCurrency(context, id);
    const { payment, sent } = await performDuties(context, followed);
    for (const { kind, txHash } of sent) log.info({ id, kind, txHash }, 'Sent a step of a payment in a currency');
    const reading = { status: historyStatus(history), head: payment.state?.txid ?? null };
    await currencyPayments.watch.saveReading(id, reading);
    return { isDone: true, reading };
  });
};

/** The dependencies of the watcher, and how often it works. */
export interface CurrencyWatcherOptions extends WorkerOptions {
  readonly context: CurrencyContext;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed payments, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** First pause before a payment is looked at again about which the chain gave no clear answer, milliseconds, default 2,000. */
  readonly retryMs?: number;
}

export type CurrencyWatcher = Worker<WatchProgress>;

/** Payments looked at at a time. */
const CONCURRENCY = 4;

/**
 * Keeps payments in a currency up to the chain, fixes prices on time, pays, adds deposits of tills, pays debts, settles, refunds and
 * closes. In each round all live payments are looked at: dates and tills move without the payment's script. Holds no key.
 */
export const createCurrencyWatcher = (options: CurrencyWatcherOptions): CurrencyWatcher => {
  const { context, log, intervalMs = 30_000, pollMs = 1_000, retryMs = 2_000 } = options;
  const { watch } = context.currencyPayments;
  const { onRound, onCount, read } = createWatchProgress(context.now);
  return startWorker({
    ...options,
    name: 'currency-watcher',
    work: (signal) =>
      watchScripts(signal, {
        log,
        intervalMs,
        pollMs,
        retryMs,
        onRound,
        onCount,
        name: 'payment in a currency',
        records: watch,
        chain: context.chain,
        concurrency: CONCURRENCY,
        job: createCurrencyJob(context, log),
        dueInRound: () => watch.dueInRound(),
      }),
    status: read,
  });
};
