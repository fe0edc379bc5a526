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

/** How smooth a page is: milliseconds between two frames at most, and how many there were. */
export interface Frames {
  readonly longest: number;
  readonly frames: number;
}

/** Begins to watch how smooth a page is. */
export const watchFrames = async (page: Page): Promise<void> => {
  await page.evaluate(WATCH);
};

/** What was seen since. */
export const framesOf = (page: Page): Promise<Frames> => page.evaluate<Frames>('globalThis.weirFrames');
