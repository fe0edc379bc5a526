/** Selects the position of the last published event, those that are no longer kept included. */
export const LAST_POSITION = `SELECT greatest(coalesce(max(id), 0), (SELECT dropped_through FROM published_events_kept)) FROM published_events`;

/** A fault that the database shows by itself, without the chain. */
export interface DataCheck {
  /** Lower case, with hyphens. */
  readonly fault: string;
  /** What it is found in. */
  readonly type: 'stream' | 'vault' | 'airdrop' | 'plan' | 'service';
  /** Selects `id`, `name` and `says` of each, as text. */
  readonly find: string;
  /**
   * Statements that repair all of them in one transaction. Each looks again for what is wrong, so that it changes nothing that others have
   * put right meanwhile.
   */
  readonly repair: readonly string[];
}
