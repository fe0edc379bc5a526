/** A cached response body. */
export interface CachedAnswer {
  readonly body: Buffer;
  /** ETag of the body. */
  readonly etag: string;
  /** On which it depends. */
  readonly topics: readonly string[];
}

/** A cache of answers that stay valid while the data they were made from is unchanged. */
export interface AnswerCache {
  /** Returns the topics of a cached answer, whether it is still valid or not. */
  topicsOf(key: string): readonly string[] | undefined;
  /** Returns a cached answer. @param stamp stamp of the current state of its data */
  get(key: string, stamp: string): CachedAnswer | undefined;
  /** Caches an answer. @param stamp stamp taken before the answer was made */
  set(key: string, stamp: string, answer: CachedAnswer, ageMs: number): void;
}

interface Entry extends CachedAnswer {
  readonly stamp: string;
  readonly until: number;
}

/**
 * Creates a cache with one answer per key that evicts the least recently used.
 *
 * @param maxSize total size of keys and bodies, bytes
 */
export const createAnswerCache = (maxSize: number, now: () => number = Date.now): AnswerCache => {
  // Least recently used first.
  const answers = new Map<string, Entry>();
  let size = 0;

  const sizeOf = (key: string, { body }: CachedAnswer): number => key.length + body.length;
  const remove = (key: string, entry: Entry): void => {
    answers.delete(key);
    size -= sizeOf(key, entry);
  };

  return {
    topicsOf: (key) => answers.get(key)?.topics,
    get(key, stamp) {
      const found = answers.get(key);
      if (found === undefined) return undefined;
      if (found.stamp !== stamp || found.until <= now()) {
        remove(key, found);
        return undefined;
      }
      answers.delete(key);
      answers.set(key, found);
      return found;
    },
    set(key, stamp, answer, ageMs) {
      const before = answers.get(key);
      if (before !== undefined) remove(key, before);
      if (sizeOf(key, answer) > maxSize) return;
      answers.set(key, { ...answer, stamp, until: now() + ageMs });
      size += sizeOf(key, answer);
      for (const [oldest, entry] of answers) {
        if (size <= maxSize) return;
        remove(oldest, entry);
      }
    },
  };
};
