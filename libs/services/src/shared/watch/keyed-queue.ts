/** Runs jobs by key, several at a time but never the same key twice at once. A key added while its job runs is run again. */
export class KeyedQueue {
  /** Served before the others. */
  readonly #urgent = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  /** @param job must not throw */
  constructor(
    private readonly job: (key: string) => Promise<void>,
    private readonly concurrency: number,
  ) {}

  get size(): number {
    return this.#urgent.size + this.#waiting.size + this.#running.size;
  }

  add(key: string): void {
    if (this.#isClosed || this.#urgent.has(key)) return;
    this.#waiting.add(key);
    this.#start();
  }

  /** Adds a key ahead of all that were added otherwise, however many wait. */
  hurry(key: string): void {
    if (this.#isClosed) return;
    this.#waiting.delete(key);
    this.#urgent.add(key);
    this.#start();
  }

  /** Starts nothing more and waits for the running jobs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#urgent.clear();
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #start(): void {
    for (const keys of [this.#urgent, this.#waiting])
      for (const key of keys) {
        if (this.#running.size >= this.concurrency) return;
        if (this.#running.has(key)) continue;
        keys.delete(key);
        this.#running.set(key, this.#run(key));
      }
  }

  async #run(key: string): Promise<void> {
    // The job starts once the caller has returned, so that several changes at once are one job.
    await Promise.resolve();
    try {
      await this.job(key);
    } finally {
      this.#running.delete(key);
      this.#start();
    }
  }
}
