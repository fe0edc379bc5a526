import type { ListTopic } from '@weir/infra';
import { viewTime, type TimeSource } from './chain-time.js';

/**
 * Makes the stamp of an answer: the chain's time and the state of the topics it depends on. While the stamp stays the
 * same, the same request has the same answer.
 *
 * @param stateOf names the state of some topics in the database
 * @returns the stamp; undefined while the database cannot tell
 */
export const createViewStamp =
  (source: TimeSource, stateOf: (topics: readonly ListTopic[]) => Promise<string>) =>
  async (topics: readonly ListTopic[]): Promise<string | undefined> => {
    try {
      const [asOf, state] = await Promise.all([viewTime(source), stateOf(topics)]);
      return `${asOf.toString()}/${state}`;
    } catch {
      return undefined;
    }
  };
