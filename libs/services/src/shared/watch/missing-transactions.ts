/** How often, and how far apart, all servers must deny a transaction before it counts as vanished. */
export interface Patience {
  readonly checks: number;
  readonly spacingMs: number;
}

/** After three denials, at least ten seconds apart. */
export const PATIENCE: Patience = { checks: 3, spacingMs: 10_000 };

interface Doubt {
  readonly txHash: string;
  readonly denials: number;
  /** When the last one was counted, milliseconds. */
  readonly at: number;
}

/** Counts consecutive denials of recorded transactions. Kept in memory only: after a restart counting starts again. */
export class MissingTransactions {
  readonly #missing = new Map<string, Doubt>();

  constructor(
    private readonly patience: Patience,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Counts a denial of a resource's transaction, unless one was counted shortly before.
   *
   * @returns whether it has been denied often enough
   */
  recordDenial(id: string, txHash: string): boolean {
    const now = this.clock();
    const known = this.#missing.get(id);
    const before = known?.txHash === txHash ? known : { denials: 0, at: -Infinity };
    const counts = now - before.at >= this.patience.spacingMs;
    const doubt = counts ? { txHash, denials: before.denials + 1, at: now } : { ...before, txHash };
    this.#missing.set(id, doubt);
    return doubt.denials >= this.patience.checks;
  }

  /** Forgets the denials of a resource: its transactions exist, or at least one server does not deny them. */
  clear(id: string): void {
    this.#missing.delete(id);
  }
}
