/**
 * Runs a limited number of tasks at a time; the rest wait in order. Unlike `p-limit` it starts work in the same turn of the event
 * loop, so that calls made together are sent together.
 */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Runs tasks of the same key one after another, in order; those of other keys go on meanwhile. */
export class OneByOne {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param keys one or several: the task waits for all earlier ones of any of them, and later ones of any wait for it */
  async run<T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> {
    const all = typeof keys === 'string' ? [keys] : keys;
    const before = all.flatMap((key) => this.#last.get(key) ?? []);
    const mine = before.length === 0 ? work() : Promise.all(before).then(work);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    // All at once, so that two tasks with several keys cannot wait for each other.
    for (const key of all) this.#last.set(key, ended);
    try {
      return await mine;
    } finally {
      for (const key of all) if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}

/** Thrown where work takes longer than its timeout. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for work up to a timeout.
 *
 * @param milliseconds longest wait
 * @param late makes the error to throw instead of TimeoutError
 * @throws TimeoutError (or what `late` gives) when the work is not done in time; it goes on, and its result is lost
 */
export const withTimeout = async <T>(
  milliseconds: number,
  work: Promise<T>,
  late = (): Error => new TimeoutError(`There was no answer within ${milliseconds} ms`),
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
};
