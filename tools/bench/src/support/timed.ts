import { percentile } from './percentile.js';

/** Runs work repeatedly, in sequence. @returns p50 and p95 in milliseconds, as text */
export const timed = async (times: number, work: (turn: number) => Promise<unknown>): Promise<string> => {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    await work(turn);
    taken.push(performance.now() - begin);
  }
  return `p50 ${percentile(taken, 50).toFixed(1)} ms, p95 ${percentile(taken, 95).toFixed(1)} ms`;
};

/** Returns how long work takes, seconds, as text. */
export const seconds = async (work: () => Promise<unknown>): Promise<string> => {
  const begin = performance.now();
  await work();
  return `${((performance.now() - begin) / 1_000).toFixed(1)} s`;
};
