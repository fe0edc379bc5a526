/** Answers kept for as long as what they were made of has not changed. */
export interface AnswerCache {
  get(key: string, stamp: string): string | undefined;
  set(key: string, stamp: string, body: string): void;
}

export interface Bounds {
  /** Of all answers together, characters. */
  readonly maxSize: number;
  /** Longest life of an answer, milliseconds. */
  readonly maxAgeMs: number;
}

/** Keeps the answers of one stamp, the last it was asked with: those of any other are of no use any more. */
export const createAnswerCache = ({ maxSize, maxAgeMs }: Bounds, now: () => number = Date.now): AnswerCache => {
  const answers = new Map<string, string>();
  let current: string | undefined;
  let since = 0;
  let size = 0;

  const turnTo = (stamp: string): void => {
    if (stamp === current && now() - since < maxAgeMs) return;
    answers.clear();
    current = stamp;
    since = now();
    size = 0;
  };

  return {
    get(key, stamp) {
      turnTo(stamp);
      return answers.get(key);
    },
    set(key, stamp, body) {
      // Made while the state changed: nobody will ask for it again.
      if (stamp !== current || answers.has(key) || size + key.length + body.length > maxSize) return;
      answers.set(key, body);
      size += key.length + body.length;
    },
  };
};
