import type { Oracle, OracleArchive } from '@weir/infra';

/** What the archive has of an oracle. */
export interface OracleReading extends Pick<Oracle, 'currency' | 'publicKey'> {
  /** Seconds since its newest message; null where none is stored. */
  readonly ageSeconds: number | null;
  /** Contradictions among its messages. */
  readonly lies: number;
}

/**
 * Reads what the archive has of each configured oracle.
 *
 * @param now Unix seconds, by the chain
 */
export const readOracleReadings = (
  archive: OracleArchive,
  oracles: readonly Oracle[],
  now: () => number,
): Promise<OracleReading[]> =>
  Promise.all(
    oracles.map(async ({ currency, publicKey }) => {
      const [span, lies] = await Promise.all([archive.span(publicKey), archive.countLies(publicKey)]);
      const ageSeconds = span === undefined ? null : Math.max(0, now() - Number(span.to));
      return { currency, publicKey, ageSeconds, lies };
    }),
  );
