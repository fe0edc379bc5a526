import type { ChainReader, Finality, FinalityRepository } from '@weir/infra';
import { FINAL_DEPTH } from '../shared/chain-time.js';
import { repeatAtTips, startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';

/** The dependencies of the finality watcher. */
export interface FinalityWatcherOptions extends WorkerOptions {
  readonly log: WorkerOptions['log'] & { error(details: object, message: string): void };
  readonly chain: Pick<ChainReader, 'tip' | 'headersToTip' | 'subscribeTip'>;
  readonly finality: FinalityRepository;
  /** Unix seconds. */
  readonly now: () => number;
}

/** What the finality watcher reports. */
export interface FinalityStatus {
  /** That final blocks were replaced and the doctor has not compared all records since. */
  readonly reorganisation: Finality['reorganisation'];
}

/** Pause between two looks where no new block comes, milliseconds. */
const PAUSE_MS = 60_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Compares the highest final block with the chain, and stores the next one.
 *
 * Steps in final blocks are never taken back, since nodes refuse reorganisations that deep; where one happens all the same, an
 * operator has to know, because records may differ from the chain from then on.
 *
 * @returns the reorganisation that is not settled yet
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkFinality = async ({
  chain,
  finality,
  log,
  now,
}: Pick<FinalityWatcherOptions, 'chain' | 'finality' | 'log' | 'now'>): Promise<Finality['reorganisation']> => {
  const { block: known, reorganisation } = await finality.read();
  const tip = await chain.tip();
  const height = Math.max(tip.height - FINAL_DEPTH, known?.height ?? 0);
  if (tip.lagging || height > tip.height) return reorganisation;
  const headers = await chain.headersToTip(known?.height ?? height);
  const [first] = headers;
  if (known !== undefined && first !== undefined && first.hash !== known.hash) {
    await finality.reorganise({ height: known.height, hash: first.hash }, now());
    log.error(
      { height: known.height, expected: known.hash, received: first.hash },
      `The chain replaced block ${known.height}, which was final: records may differ from the chain. Run doctor --fix`,
    );
  }
  const latest = headers[height - (known?.height ?? height)];
  if (latest !== undefined) await finality.advance({ height, hash: latest.hash });
  return (await finality.read()).reorganisation;
};

/** Watches whether final blocks stay on the chain, in one process among all replicas. */
export const createFinalityWatcher = (options: FinalityWatcherOptions): Worker<FinalityStatus> => {
  const { chain, databaseUrl, log } = options;
  let reorganisation: FinalityStatus['reorganisation'];
  return startWorker({
    databaseUrl,
    log,
    name: 'finality-watcher',
    work: (signal) =>
      repeatAtTips(signal, chain, async () => {
        try {
          reorganisation = await checkFinality(options);
          return PAUSE_MS;
        } catch (error) {
          log.warn({ err: error }, 'Comparing the highest final block with the chain failed; retrying');
          return AFTER_FAILURE_MS;
        }
      }),
    status: () => ({ reorganisation }),
  });
};
