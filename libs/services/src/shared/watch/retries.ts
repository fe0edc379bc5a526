/** Longest pause before something is tried again. */
const LONGEST_MS = 60_000;

interface Retry {
  /** Undefined while it is being tried. */
  timer: NodeJS.Timeout | undefined;
  pauseMs: number;
  attempts: number;
  /** When it was scheduled first, by the monotonic clock. */
  readonly since: number;
}

/** Schedules keys to be tried again: after a pause that doubles each time, or at once when there is news. */
export class Retries {
  readonly #retries = new Map<string, Retry>();
  #isClosed = false;

  constructor(
    private readonly again: (key: string) => void,
    private readonly firstMs: number,
    /** The monotonic clock, milliseconds. */
    private readonly now = (): number => performance.now(),
  ) {}

  get size(): number {
    return this.#retries.size;
  }

  /** For how long the key that has been scheduled longest is tried, seconds; 0 without any. */
  get longestSeconds(): number {
    // Keys are in the order in which they came.
    const [oldest] = this.#retries.values();
    return oldest === undefined ? 0 : (this.now() - oldest.since) / 1_000;
  }

  /**
   * Schedules a key. One that is scheduled already, since it was tried for another reason meanwhile, keeps its turn: however often
   * that happens, it waits no longer.
   *
   * @returns how often in a row it has been scheduled
   */
  schedule(key: string): number {
    if (this.#isClosed) return 0;
    const retry = this.#retries.get(key) ?? {
      timer: undefined,
      pauseMs: this.firstMs,
      attempts: 0,
      since: this.now(),
    };
    if (retry.timer !== undefined) return retry.attempts;
    this.#retries.set(key, retry);
    retry.timer = setTimeout(() => {
      retry.timer = undefined;
      this.again(key);
    }, retry.pauseMs);
    retry.pauseMs = Math.max(this.firstMs, Math.min(LONGEST_MS, retry.pauseMs * 2));
    retry.attempts += 1;
    return retry.attempts;
  }

  clear(key: string): void {
    clearTimeout(this.#retries.get(key)?.timer);
    this.#retries.delete(key);
  }

  /** Tries a key now, if it is scheduled. Its next pause is the first one again. */
  hurry(key: string): void {
    const retry = this.#retries.get(key);
    if (retry === undefined) return;
    clearTimeout(retry.timer);
    retry.timer = undefined;
    retry.pauseMs = this.firstMs;
    this.again(key);
  }

  /** Tries everything now. */
  hurryAll(): void {
    for (const key of this.#retries.keys()) this.hurry(key);
  }

  close(): void {
    this.#isClosed = true;
    for (const key of [...this.#retries.keys()]) this.clear(key);
  }
}
