/**
 * Runs jobs by key, several at a time, one key never twice at once. A key that is added while its job runs, runs again.
 */
export class KeyedQueue {
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  /** @param job must not throw */
  constructor(
    private readonly job: (key: string) => Promise<void>,
    private readonly concurrency: number,
  ) {}

  get size(): number {
    return this.#waiting.size + this.#running.size;
  }

  add(key: string): void {
    if (this.#isClosed) return;
    this.#waiting.add(key);
    this.#start();
  }

  /** Starts nothing more and waits for what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #start(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.concurrency) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.set(key, this.#run(key));
    }
  }

  async #run(key: string): Promise<void> {
    // The job starts after the caller's turn: several changes at once are one job.
    await Promise.resolve();
    try {
      await this.job(key);
    } finally {
      this.#running.delete(key);
      this.#start();
    }
  }
}
