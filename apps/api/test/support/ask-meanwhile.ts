import { setTimeout as sleep } from 'node:timers/promises';

/** What an honest client observed while others misbehaved. */
export interface Seen {
  readonly statuses: ReadonlySet<number>;
  /** Number of answers before it was over. */
  readonly answers: number;
}

/** Runs an honest client that sends a request every 25 ms while `meanwhile` runs. */
export const askMeanwhile = async (url: string, meanwhile: () => Promise<unknown>): Promise<Seen> => {
  const state = { isOver: false };
  let answers = 0;
  const statuses = new Set<number>();
  const ask = async (): Promise<void> => {
    do {
      const response = await fetch(url);
      await response.arrayBuffer();
      statuses.add(response.status);
      if (!state.isOver) answers += 1;
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
  return { statuses, answers };
};
