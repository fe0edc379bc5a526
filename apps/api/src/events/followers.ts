import { ApiError, networkOf } from '@weir/http';
import type { FollowersConfig } from '../config/config.js';

/** When to come again, seconds. */
const RETRY_SECONDS = 10;

/** Those who follow events in this process. */
export interface Followers {
  /**
   * Lets one more in. @returns what ends its stay
   *
   * @throws ApiError RATE_LIMITED where its network has too many, OVERLOADED where all together are too many
   */
  enter(ip: string, end: (reason: string) => void): () => void;
  /** Ends the stay of all. */
  dismiss(reason: string): void;
}

/** Counts those who follow, by network and in all. */
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
