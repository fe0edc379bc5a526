/** A fault that the database shows by itself, without the chain. */
export interface DataCheck {
  /** Lower case, with hyphens. */
  readonly fault: string;
  /** What it is found in. */
  readonly type: 'stream' | 'vault' | 'airdrop' | 'plan' | 'service';
  /** Selects `id`, `name` and `says` of each, as text. */
  readonly find: string;
  /**
   * Statements that heal all of them in one transaction. Each looks again for what is wrong, so that it changes nothing that others have
   * put right meanwhile.
   */
  readonly heal: readonly string[];
}
