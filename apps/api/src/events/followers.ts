import { ApiError, networkOf } from '@weir/http';
import type { FollowersConfig } from '../config/config.js';

/** Retry-After, seconds. */
const RETRY_SECONDS = 10;

/** The clients that follow events in this process. */
export interface Followers {
  /**
   * Admits one more. @returns a function that ends its stay
   *
   * @throws ApiError RATE_LIMITED where its network has too many, OVERLOADED where there are too many overall
   */
  enter(ip: string, end: (reason: string) => void): () => void;
  /** Disconnects all. */
  dismiss(reason: string): void;
}

/** Limits clients that follow events, per network and overall. */
export const createFollowers = ({ connections, perNetwork }: FollowersConfig): Followers => {
  const present = new Set<(reason: string) => void>();
  const counts = new Map<string, number>();
  return {
    enter(ip, end) {
      const network = networkOf(ip);
      const count = counts.get(network) ?? 0;
      const headers = { 'retry-after': String(RETRY_SECONDS) };
      if (perNetwork > 0 && count >= perNetwork)
        throw new ApiError(
          'RATE_LIMITED',
          `At most ${perNetwork} connections of your network follow events at a time: close some, or share one`,
          { retryAfterSeconds: RETRY_SECONDS },
          headers,
        );
      if (present.size >= connections)
        throw new ApiError(
          'OVERLOADED',
          'Too many follow events here; try again, or ask for pages (format=json)',
          {},
          headers,
        );
      present.add(end);
      counts.set(network, count + 1);
      return () => {
        if (!present.delete(end)) return;
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
    dismiss(reason) {
      for (const end of [...present]) end(reason);
    },
  };
};
