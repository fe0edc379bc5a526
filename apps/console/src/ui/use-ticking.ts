import { useSyncExternalStore } from 'react';

const TICK_MS = 200;

/** An amount that grows evenly. */
export interface Growth {
  /** Base units a second, as a fraction, so that no satoshi is made up. */
  readonly amount: bigint;
  readonly seconds: bigint;
  /** By how much it grows at most. */
  readonly most: bigint;
}

/** Returns by how much an amount grows in some milliseconds, up to the most. */
export const grownBy = ({ amount, seconds, most }: Growth, milliseconds: number): bigint => {
  const grown = (amount * BigInt(Math.floor(milliseconds))) / (seconds * 1_000n);
  return grown < most ? grown : most;
};

/** One clock for the whole page: amounts that belong together are of the same instant. */
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = performance.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const stay = (): (() => void) => () => undefined;

/** When records were first shown, by the page's clock. */
const shownAt = new WeakMap<object, number>();
const readAt = (record: object): number => {
  const before = shownAt.get(record);
  if (before !== undefined) return before;
  const at = performance.now();
  shownAt.set(record, at);
  return at;
};

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Returns by how much an amount of a record has grown since the record was read, by the user's clock: 0 without a growth, and where
 * motion is unwanted. All amounts of a record grow together.
 *
 * @param isStopped whether it stays as it is: nothing says any more that it goes on
 */
export const useGrowth = (record: object, growth: Growth | undefined, isStopped: boolean): bigint => {
  const isGrowing = growth !== undefined && growth.seconds > 0n;
  const at = readAt(record);
  const tick = useSyncExternalStore(isGrowing && !isStopped && !isStill() ? follow : stay, () => now);
  return isGrowing ? grownBy(growth, Math.max(0, tick - at)) : 0n;
};
