const realTime = (): number => Math.floor(Date.now() / 1000);

/** The node's clock (Unix seconds): it runs at the real pace from whatever time it was set to. */
export class Clock {
  #offset = 0;

  constructor(now = realTime()) {
    this.set(now);
  }

  now(): number {
    return realTime() + this.#offset;
  }

  set(unixSeconds: number): void {
    this.#offset = unixSeconds - realTime();
  }

  advance(seconds: number): void {
    this.#offset += seconds;
  }

  /** Advances to a time, unless the clock is past it already. */
  reach(unixSeconds: number): void {
    if (this.now() < unixSeconds) this.set(unixSeconds);
  }
}
