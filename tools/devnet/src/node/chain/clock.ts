const realTime = (): number => Math.floor(Date.now() / 1000);

/** The node's clock: it runs like the real one, from wherever it was set. Unix seconds. */
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

  /** Moves on to a time, unless it is later already. */
  reach(unixSeconds: number): void {
    if (this.now() < unixSeconds) this.set(unixSeconds);
  }
}
