import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailableError, TransactionNotFoundError } from '@weir/infra';
import type { ContractCache } from './round-memory.js';
import {
  DeepReorganisationError,
  SyncPausedError,
  UnprovenTransactionError,
  type IndexerLog,
  type SyncContext,
} from './sync.types.js';
import { Syncer, type RoundReport } from './syncer.js';

interface SyncTools {
  readonly context: SyncContext;
  readonly startHeight: number;
  readonly contracts: ContractCache;
  readonly log: IndexerLog;
  /** Longest pause between two rounds, milliseconds: a new block or a script's change starts one at once. */
  readonly intervalMs: number;
  /** Pause after a round that the chain did not permit, milliseconds. */
  readonly retryMs: number;
  /** How long servers may take after a block to announce the transactions in it, milliseconds. */
  readonly settleMs?: number | undefined;
  /** Called after each round. */
  readonly onRound: (report: RoundReport, following: number) => void;
  /** Called with the reason when no round is possible. */
  readonly onPause: (why: string) => void;
}

/** Whether another round may succeed. */
const isPassing = (error: unknown): error is Error =>
  error instanceof SyncPausedError ||
  error instanceof ChainUnavailableError ||
  error instanceof TransactionNotFoundError;

/** Rounds that fail for the same transaction until another server is asked: a chain that moves takes one or two. */
const DOUBT_AFTER = 5;

/**
 * Notices when round after round fails for the same transaction: a server lists it in a history, and it is not on the chain. Another
 * one is asked first then, or indexing would stop for as long as that server is there.
 */
const createDoubts = ({ chain }: SyncContext) => {
  let [message, times] = ['', 0];
  return (error: Error): void => {
    if (!(error instanceof UnprovenTransactionError || error instanceof TransactionNotFoundError)) return;
    times = error.message === message ? times + 1 : 1;
    message = error.message;
    if (times % DOUBT_AFTER === 0) chain.doubt(`A history lists a transaction that is not on the chain: ${message}`);
  };
};

/** A sleep that `ring` ends early. */
class Alarm {
  #ringing = new AbortController();

  readonly ring = (): void => this.#ringing.abort();

  async sleep(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#ringing.signal }).catch(() => undefined);
    this.#ringing = new AbortController();
  }
}

/**
 * Keeps the tables up to date with the chain until `signal` is aborted: the work of the one writer.
 *
 * @throws DatabaseUnavailableError, OvertakenError, DeepReorganisationError; the next leader starts again
 */
export const syncChain = async (
  signal: AbortSignal,
  { context, startHeight, contracts, log, intervalMs, retryMs, settleMs, onRound, onPause }: SyncTools,
): Promise<void> => {
  await context.sync.begin(context.network, startHeight);
  const alarm = new Alarm();
  const syncer = await Syncer.open(context, contracts, alarm.ring, settleMs);
  const unsubscribe = context.chain.subscribeTip(alarm.ring);
  signal.addEventListener('abort', alarm.ring, { once: true });
  const reported = new Set<string>();
  let isWell = false;
  const noteFailure = createDoubts(context);

  const attempt = async (): Promise<number> => {
    try {
      const report = await syncer.round();
      if (!isWell) await context.sync.noteProblem(null);
      isWell = true;
      onRound(report, syncer.following);
      if (report.replaced > 0) log.warn({ height: report.height, depth: report.replaced }, 'The chain was reorganised');
      for (const scriptHash of report.hidden.filter((each) => !reported.has(each))) {
        reported.add(scriptHash);
        log.warn({ scriptHash }, 'Electrum servers hide the history of a script; nothing is changed');
      }
      const { hasWork } = syncer;
      syncer.retry(report.again);
      if (hasWork) return 0;
      const { servesIn = intervalMs } = syncer;
      // A block that is due but not served waits for the servers' announcements.
      return Math.min(report.again.length > 0 ? retryMs : intervalMs, servesIn > 0 ? servesIn : retryMs);
    } catch (error) {
      if (error instanceof DeepReorganisationError) await context.sync.noteProblem(error.message);
      if (!isPassing(error)) throw error;
      onPause(error.message);
      noteFailure(error);
      return retryMs;
    }
  };
  try {
    while (!signal.aborted) {
      const pause = await attempt();
      if (pause > 0) await alarm.sleep(pause);
    }
  } finally {
    unsubscribe();
    syncer.close();
  }
};
