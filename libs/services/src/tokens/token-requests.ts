import type { TokensRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/worker.js';

/** How many tokens may wait for a look-up, overall and per network that asks. */
const QUEUE = { overall: 1_000, perNetwork: 50 };
/** How many may wait in this process to be stored; more are dropped, and asked for again the next time they are named. */
const MAX_PENDING = 500;
/** How many tokens of one answer are asked for; the rest are by the next one. */
const PER_ANSWER = 20;

/**
 * Queues look-ups of tokens after the answer was sent, by one statement at a time however many there are. Failures are only
 * logged: an answer never depends on names.
 */
export const createTokenRequests = (tokens: Pick<TokensRepository, 'ask'>, log: WatcherLog) => {
  const pending = new Map<string, Set<string>>();
  let count = 0;
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    for (const [network, categories] of pending) {
      pending.delete(network);
      count -= categories.size;
      try {
        await tokens.ask([...categories], network, QUEUE);
      } catch (error) {
        log.warn(
          { err: error },
          'Requesting token look-ups failed; the next answer that names the tokens requests them again',
        );
      }
    }
    writing = undefined;
  };

  return {
    ask(categories: readonly string[], network: string): void {
      if (count >= MAX_PENDING || categories.length === 0) return;
      const own = pending.get(network) ?? new Set();
      const before = own.size;
      for (const category of categories.slice(0, PER_ANSWER)) own.add(category);
      count += own.size - before;
      pending.set(network, own);
      writing ??= write();
    },
    /** Waits until the pending ones are stored. */
    settled: async (): Promise<void> => writing,
  };
};

export type TokenRequests = ReturnType<typeof createTokenRequests>;
