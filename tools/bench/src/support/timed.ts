import { percentile } from './percentile.js';

/** Does something so many times, one after the other. @returns milliseconds as text: p50 and p95 */
export const timed = async (times: number, work: (turn: number) => Promise<unknown>): Promise<string> => {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    await work(turn);
    taken.push(performance.now() - begin);
  }
  return `p50 ${percentile(taken, 50).toFixed(1)} ms, p95 ${percentile(taken, 95).toFixed(1)} ms`;
};

/** How long something takes, seconds. */
export const seconds = async (work: () => Promise<unknown>): Promise<string> => {
  const begin = performance.now();
  await work();
  return `${((performance.now() - begin) / 1_000).toFixed(1)} s`;
};
