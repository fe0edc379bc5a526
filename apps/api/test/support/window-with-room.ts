const HOUR = 3_600_000;
/** Longer than any spec takes. */
const ROOM = 900_000;

/**
 * Returns the length of a rate limit's window, milliseconds, of which a quarter of an hour is left at least: windows begin at
 * multiples of their length, and a test that saw the end of one would count in two.
 */
export const windowWithRoom = (): number => {
  const lengths = Array.from({ length: 30 }, (_, minutes) => HOUR - 60_000 * minutes);
  const now = Date.now();
  return lengths.find((length) => length - (now % length) > ROOM) ?? HOUR;
};
