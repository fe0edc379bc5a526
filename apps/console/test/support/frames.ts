import type { Page } from 'playwright-core';

const WATCH = `(() => {
  const seen = { longest: 0, frames: 0 };
  globalThis.weirFrames = seen;
  let last;
  const next = (now) => {
    if (last !== undefined) seen.longest = Math.max(seen.longest, now - last);
    seen.frames += 1;
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

/** Frames of a page: the longest time between two, milliseconds, and their number. */
export interface Frames {
  readonly longest: number;
  readonly frames: number;
}

/** Starts to measure the frames of a page. */
export const watchFrames = async (page: Page): Promise<void> => {
  await page.evaluate(WATCH);
};

/** Returns what was measured since. */
export const framesOf = (page: Page): Promise<Frames> => page.evaluate<Frames>('globalThis.weirFrames');
