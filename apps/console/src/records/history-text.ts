/** Something that happened to a record, on the chain. */
export interface HistoryEntry {
  readonly event: string;
  /** Which step was taken back or came again. */
  readonly of?: string | null;
  /** Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  readonly amountBase: bigint;
  readonly finality?: 'mempool' | 'mined' | 'final' | null;
  readonly reason?: 'replaced' | 'vanished' | null;
}

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
  deposited: 'Deposit',
  spent: 'Spent',
  closed: 'Closed',
};

const REASONS = {
  replaced: 'another transaction spent the same coins',
  vanished: 'a reorganisation took its block, and no node has it any more',
} as const;

/** A step in words: one that the chain took back is said to be. */
export const historyText = ({ event, of, reason }: Pick<HistoryEntry, 'event' | 'of' | 'reason'>): string => {
  const step = (WORDS[of ?? ''] ?? of ?? 'A step').toLowerCase();
  if (event === 'rolled_back')
    return `Taken back by the chain: ${step}${reason == null ? '' : ` (${REASONS[reason]})`}`;
  if (event === 'restored') return `On the chain again: ${step}`;
  return WORDS[event] ?? event;
};
