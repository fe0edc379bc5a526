import { EVERY_TOPIC, type ListTopic } from './list-topics.js';

/** How many changed topics are remembered before all of them count as changed. */
const MAX_TOPICS = 100_000;

/** How often each topic has changed, as far as this process knows. */
export interface TopicVersions {
  /** Counts a change of each. */
  change(topics: readonly ListTopic[]): void;
  /** Counts a change of all. */
  changeAll(): void;
  /** Names the state of these: the same name for as long as none of them changes. */
  nameOf(topics: readonly ListTopic[]): string;
}

/** Counts the changes of topics in memory. */
export const createTopicVersions = (): TopicVersions => {
  const versions = new Map<ListTopic, number>();
  let changes = 0;
  let allChangedAt = 0;

  const changeAll = (): void => {
    versions.clear();
    allChangedAt = changes += 1;
  };
  return {
    changeAll,
    change(topics) {
      if (topics.includes(EVERY_TOPIC) || versions.size + topics.length > MAX_TOPICS) {
        changeAll();
        return;
      }
      changes += 1;
      for (const topic of topics) versions.set(topic, changes);
    },
    // Each number is used once, so the highest one identifies the state of all of them.
    nameOf: (topics) => Math.max(allChangedAt, ...topics.map((topic) => versions.get(topic) ?? 0)).toString(),
  };
};
