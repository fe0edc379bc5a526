import { ApiError, networkOf } from '@weir/http';

export interface ExportsConfig {
  /** Concurrent exports of this process. */
  readonly atOnce: number;
  /** Of these, from one network; 0 sets no limit. */
  readonly perNetwork: number;
}

/** Retry-After, seconds. */
const RETRY_SECONDS = 10;
const HEADERS = { 'retry-after': String(RETRY_SECONDS) };

/** Limits concurrent exports, per network and overall: each holds a database connection while it is read. */
export const createExportPlaces = ({ atOnce, perNetwork }: ExportsConfig) => {
  const counts = new Map<string, number>();
  let present = 0;
  return {
    /** Takes a place. @returns a function that gives it up @throws ApiError RATE_LIMITED, OVERLOADED */
    enter(ip: string): () => void {
      const network = networkOf(ip);
      const count = counts.get(network) ?? 0;
      if (perNetwork > 0 && count >= perNetwork)
        throw new ApiError(
          'RATE_LIMITED',
          `At most ${perNetwork} exports of your network are written at a time: wait until one is done`,
          { retryAfterSeconds: RETRY_SECONDS },
          HEADERS,
        );
      if (present >= atOnce) throw new ApiError('OVERLOADED', 'Too many exports at the moment; try again', {}, HEADERS);
      present += 1;
      counts.set(network, count + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        present -= 1;
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
};
