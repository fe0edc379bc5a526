const realTime = (): number => Math.floor(Date.now() / 1000);

/** The node's clock (Unix seconds): it runs at the real pace from the time it was set to, or stays at that time. */
export class Clock {
  #offset = 0;
  readonly #pace: () => number;

  constructor(now = realTime(), { isStopped = false }: { readonly isStopped?: boolean } = {}) {
    this.#pace = isStopped ? () => 0 : realTime;
    this.set(now);
  }

  now(): number {
    return this.#pace() + this.#offset;
  }

  set(unixSeconds: number): void {
    this.#offset = unixSeconds - this.#pace();
  }

  advance(seconds: number): void {
    this.#offset += seconds;
  }

  /** Advances to a time, unless the clock is past it already. */
  reach(unixSeconds: number): void {
    if (this.now() < unixSeconds) this.set(unixSeconds);
  }
}
