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
