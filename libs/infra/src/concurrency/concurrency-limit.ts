/**
 * Lets so many pieces of work run at a time; the rest wait their turn, in order. What `p-limit` does, too: twenty lines for two
 * uses are less to keep than a dependency, and work begins in the same turn of the event loop, so that what is asked together
 * is sent together.
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
