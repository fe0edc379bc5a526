import type { TokensRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/watcher-log.js';

/** Waiting for a look: of all, and of one network's asking. */
const QUEUE = { overall: 1_000, perNetwork: 50 };
/** Waiting in this process to be written down; more are forgotten, and asked for again when they are named again. */
const MAX_PENDING = 500;
/** Of one answer: what it names beyond is asked for by the next. */
const PER_ANSWER = 20;

/** Has tokens looked at, after the answer, and one statement at a time whoever asks how much. */
export interface TokenAsker {
  ask(categories: readonly string[], network: string): void;
  /** Waits for what is under way. */
  settled(): Promise<void>;
}

export const createTokenAsker = (tokens: Pick<TokensRepository, 'ask'>, log: WatcherLog): TokenAsker => {
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
        log.warn({ err: error }, 'Tokens could not be asked for; they are when they are named again');
      }
    }
    writing = undefined;
  };

  return {
    ask(categories, network) {
      if (count >= MAX_PENDING || categories.length === 0) return;
      const own = pending.get(network) ?? new Set();
      const before = own.size;
      for (const category of categories.slice(0, PER_ANSWER)) own.add(category);
      count += own.size - before;
      pending.set(network, own);
      writing ??= write();
    },
    settled: async () => writing,
  };
};
