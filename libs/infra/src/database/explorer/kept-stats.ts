import type { ListChanges } from '../list-changes/list-changes.js';
import { AIRDROP_TOPIC, productTopic, PROPOSAL_TOPIC, type ListTopic } from '../list-changes/list-topics.js';
import { ACTIVITIES, type ActivityFilter } from './activity-filter.js';
import type { ActivityStats } from './activity-stats.js';
import type { Activity } from './explorer-tables.js';

const TOPICS: Readonly<Record<Activity, ListTopic>> = {
  STREAM: productTopic('stream'),
  PAYMENT: productTopic('payment'),
  AIRDROP: AIRDROP_TOPIC,
  TREASURY: PROPOSAL_TOPIC,
};

/**
 * Caches the figures of a filter while nothing they add up has changed: they are the same on every page. Each call
 * first asks what has changed, so that nobody gets older figures than without the cache. There are some 75 filters in
 * all.
 *
 * @param read reads them anew
 * @param changes of the same server as `read`
 */
export const keptStats = (
  read: (filter: ActivityFilter) => Promise<ActivityStats>,
  changes: Pick<ListChanges, 'nameOf'>,
): ((filter: ActivityFilter) => Promise<ActivityStats>) => {
  const kept = new Map<string, { readonly name: string; readonly stats: ActivityStats }>();
  return async (filter) => {
    const { activity, tokenType, status } = filter;
    const name = await changes.nameOf((activity === undefined ? ACTIVITIES : [activity]).map((each) => TOPICS[each]));
    const key = [activity, tokenType, status].join('/');
    const found = kept.get(key);
    if (found?.name === name) return found.stats;
    const stats = await read(filter);
    kept.set(key, { name, stats });
    return stats;
  };
};
