/** A row of a plan's preview. Times in Unix seconds. */
interface PreviewRow {
  readonly start: number;
  readonly end: number | null;
  readonly cliff: number | null;
}

/** How long before the chain's time a row may start and count as starting now, seconds: the form was begun a while ago. */
const A_WHILE = 3_600;

/**
 * Counts the rows that start in the past and pay something as soon as they are funded, and those among them that pay everything.
 *
 * @param now the chain's time, Unix seconds
 */
export const countBackdated = (rows: readonly PreviewRow[], now: number) => {
  const past = rows.filter(({ start, cliff }) => start < now - A_WHILE && (cliff ?? start) <= now);
  return { some: past.length, whole: past.filter(({ end }) => end !== null && end <= now).length };
};
