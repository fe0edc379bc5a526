import { setTimeout as sleep } from 'node:timers/promises';

/** What an honest client observed while others misbehaved. */
export interface Seen {
  readonly statuses: ReadonlySet<number>;
  /** Longest latency, milliseconds. */
  readonly longestMs: number;
}

/** Runs an honest client that sends a request every 25 ms while `meanwhile` runs. */
export const askMeanwhile = async (url: string, meanwhile: () => Promise<unknown>): Promise<Seen> => {
  const state = { isOver: false };
  const waits: number[] = [];
  const statuses = new Set<number>();
  const ask = async (): Promise<void> => {
    do {
      const start = performance.now();
      const response = await fetch(url);
      await response.arrayBuffer();
      waits.push(performance.now() - start);
      statuses.add(response.status);
      await sleep(25);
    } while (!state.isOver);
  };
  const asking = ask();
  try {
    await meanwhile();
  } finally {
    state.isOver = true;
    await asking;
  }
  return { statuses, longestMs: Math.max(...waits) };
};
