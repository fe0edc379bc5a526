import { viewTime, type TimeSource } from './chain-time.js';

/**
 * Names all that what is shown depends on: the chain's time and the database's state. While the name stays the same,
 * the same question has the same answer.
 *
 * @param version Names the database's state.
 * @returns the name; undefined while the database cannot tell
 */
export const createViewStamp =
  (source: TimeSource, version: () => Promise<string>) => async (): Promise<string | undefined> => {
    try {
      const [asOf, state] = await Promise.all([viewTime(source), version()]);
      return `${asOf.toString()}/${state}`;
    } catch {
      return undefined;
    }
  };
