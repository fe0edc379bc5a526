/** An answer as it was given. */
export interface KeptAnswer {
  readonly body: Buffer;
  /** Its name by content. */
  readonly etag: string;
}

/** Answers kept for as long as what they were made of has not changed. */
export interface AnswerCache {
  /** @param stamp names the present state of what the answer is made of */
  get(key: string, stamp: string): KeptAnswer | undefined;
  /** @param stamp as it was before the answer was made */
  set(key: string, stamp: string, answer: KeptAnswer, ageMs: number): void;
}

interface Entry extends KeptAnswer {
  readonly stamp: string;
  readonly until: number;
}

/**
 * Keeps one answer a question; those go first that were not given for longest.
 *
 * @param maxSize of all answers together, bytes
 */
export const createAnswerCache = (maxSize: number, now: () => number = Date.now): AnswerCache => {
  // In the order in which they were given last.
  const answers = new Map<string, Entry>();
  let size = 0;

  const sizeOf = (key: string, { body }: KeptAnswer): number => key.length + body.length;
  const remove = (key: string, entry: Entry): void => {
    answers.delete(key);
    size -= sizeOf(key, entry);
  };

  return {
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
