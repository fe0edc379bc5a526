import { useEffect, useState } from 'react';

const TICK_MS = 200;

/** An amount that grows evenly. */
export interface Growth {
  /** Base units a second, as a fraction, so that no satoshi is made up. */
  readonly amount: bigint;
  readonly seconds: bigint;
  /** The most that it reaches. */
  readonly most: bigint;
}

/**
 * Returns an amount as it grows since it was read, by the user's clock; it stands still where motion is unwanted, or without a growth.
 *
 * @param base base units, as it was read
 */
export const useTicking = (base: bigint, growth: Growth | undefined): bigint => {
  const [elapsed, setElapsed] = useState(0);
  const isGrowing = growth !== undefined && growth.seconds > 0n;
  useEffect(() => {
    setElapsed(0);
    if (!isGrowing || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const begun = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, [base, isGrowing]);
  if (!isGrowing) return base;
  const now = base + (growth.amount * BigInt(Math.floor(elapsed))) / (growth.seconds * 1_000n);
  return now < growth.most ? now : growth.most;
};
