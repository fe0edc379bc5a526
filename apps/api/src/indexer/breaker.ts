/** Stops asking somebody who does not answer. */
export class Breaker {
  #failures = 0;
  #openUntil = -Infinity;

  /**
   * @param most failures in a row after which nothing is asked
   * @param pauseMs how long nothing is asked then
   */
  constructor(
    private readonly most: number,
    private readonly pauseMs: number,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Whether nothing is to be asked at present. */
  get isOpen(): boolean {
    return this.clock() < this.#openUntil;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** After a pause one more failure is enough for the next. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= this.most) this.#openUntil = this.clock() + this.pauseMs;
  }
}
