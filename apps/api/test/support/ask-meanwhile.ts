import { setTimeout as sleep } from 'node:timers/promises';

/** What an honest client saw while others misbehaved. */
export interface Seen {
  readonly statuses: ReadonlySet<number>;
  /** Longest wait for an answer, milliseconds. */
  readonly longestMs: number;
}

/** An honest client, which asks a question every 25 ms for as long as `meanwhile` lasts. */
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
