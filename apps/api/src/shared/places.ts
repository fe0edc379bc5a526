import { ApiError, networkOf } from '@weir/http';

/** Retry-After, seconds. */
const RETRY_SECONDS = 10;
const HEADERS = { 'retry-after': String(RETRY_SECONDS) };

/** How many there may be at a time, and how those beyond are refused. */
export interface PlaceLimits {
  readonly overall: number;
  /** Of these, from one network; 0 sets no limit. */
  readonly perNetwork: number;
  readonly refusal: string;
  readonly networkRefusal: string;
}

/** Limits what clients hold open, per network and overall. */
export const createPlaces = ({ overall, perNetwork, refusal, networkRefusal }: PlaceLimits) => {
  const counts = new Map<string, number>();
  let present = 0;
  return {
    /** Takes a place. @returns a function that gives it up @throws ApiError RATE_LIMITED, OVERLOADED */
    enter(ip: string): () => void {
      const network = networkOf(ip);
      const count = counts.get(network) ?? 0;
      if (perNetwork > 0 && count >= perNetwork)
        throw new ApiError('RATE_LIMITED', networkRefusal, { retryAfterSeconds: RETRY_SECONDS }, HEADERS);
      if (present >= overall) throw new ApiError('OVERLOADED', refusal, {}, HEADERS);
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
