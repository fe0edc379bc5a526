/** Seconds in which the price goes up and down once. */
const CYCLE = 20n * 86_400n;
/** Cents of one BCH. */
const LOWEST = 40_000n;
const HIGHEST = 50_000n;

/**
 * Returns the price of the local oracle at a time: it goes up and down between 400 and 500 USD. It follows from the time alone, so that a
 * restart signs no second price of a minute.
 *
 * @param time Unix seconds
 * @returns cents of one BCH
 */
export const localPriceAt = (time: bigint): bigint => {
  const phase = time % CYCLE;
  const up = phase * 2n < CYCLE ? phase : CYCLE - phase;
  return LOWEST + ((HIGHEST - LOWEST) * 2n * up) / CYCLE;
};
