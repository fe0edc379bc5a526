/** An event of a record on the chain. */
export interface HistoryEntry {
  readonly event: string;
  /** The step that was rolled back or restored. */
  readonly of?: string | null;
  /** Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  readonly amountBase: bigint;
  readonly finality?: 'mempool' | 'mined' | 'final' | null;
  readonly reason?: 'replaced' | 'vanished' | null;
}

/** An event of a stream or payment from the API. */
type NumberedEvent = Omit<HistoryEntry, 'txHash' | 'amountBase'> & {
  readonly tx_hash: string;
  readonly amount_base: bigint;
};

/** Returns the history of a stream or payment, latest first. */
export const entriesOf = (events: readonly NumberedEvent[]): HistoryEntry[] =>
  events
    .map(({ tx_hash, amount_base, ...event }) => ({ ...event, txHash: tx_hash, amountBase: amount_base }))
    .toReversed();

const WORDS: Readonly<Record<string, string>> = {
  funded: 'Funded',
  claimed: 'Claimed',
  pushed: 'Paid to the recipient',
  paused: 'Paused',
  settled: 'Pause settled',
  resumed: 'Resumed',
  cancelled: 'Cancelled',
  refunded: 'Rest returned',
  completed: 'Completed',
  at_risk: 'Relay fee too high for automatic payments: claim with a coin of your own',
  deposited: 'Deposit',
  spent: 'Spent',
  closed: 'Closed',
};

const REASONS = {
  replaced: 'another transaction spent the same coins',
  vanished: 'a reorganisation took its block, and no node has it any more',
} as const;

/** Describes a step, including that it was rolled back. */
export const historyText = ({ event, of, reason }: Pick<HistoryEntry, 'event' | 'of' | 'reason'>): string => {
  const step = (WORDS[of ?? ''] ?? of ?? 'A step').toLowerCase();
  if (event === 'rolled_back')
    return `Rolled back by the chain: ${step}${reason == null ? '' : ` (${REASONS[reason]})`}`;
  if (event === 'restored') return `On the chain again: ${step}`;
  return WORDS[event] ?? event;
};
