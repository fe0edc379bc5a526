/** A circuit breaker: stops calling a service that keeps failing. */
export class Breaker {
  #failures = 0;
  #openUntil = -Infinity;

  /**
   * @param maxFailures consecutive failures that open the circuit
   * @param pauseMs how long it stays open
   */
  constructor(
    private readonly maxFailures: number,
    private readonly pauseMs: number,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Whether calls are suspended. */
  get isOpen(): boolean {
    return this.clock() < this.#openUntil;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** The count is not reset by the pause, so that one more failure reopens the circuit. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= this.maxFailures) this.#openUntil = this.clock() + this.pauseMs;
  }
}
