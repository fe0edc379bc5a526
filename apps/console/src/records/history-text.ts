import type { Finality, RollbackReason } from '@weir/kinds';
import { type Message, msg, t } from '../language/text.js';
/** An event of a record on the chain. */
export interface HistoryEntry {
  readonly event: string;
  /** The step that was rolled back or restored. */
  readonly of?: string | null;
  /** Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  readonly amountBase: bigint;
  readonly finality?: Finality | null;
  readonly reason?: RollbackReason | null;
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

/** What each step of a record is called. */
export const STEP_WORDS = {
  funded: msg('Funded'),
  claimed: msg('Claimed'),
  pushed: msg('Paid to the recipient'),
  paused: msg('Paused'),
  settled: msg('Pause settled'),
  resumed: msg('Resumed'),
  cancelled: msg('Cancelled'),
  refunded: msg('Rest returned'),
  completed: msg('Completed'),
  move_announced: msg('Move to another wallet announced'),
  move_undone: msg('Move to another wallet undone'),
  move_kept: msg('Undone move ended: it stays with the old wallet'),
  move_finished: msg('Moved to another wallet'),
  at_risk: msg('Relay fee too high for automatic payments: claim with a coin of your own'),
  deposited: msg('Deposit'),
  spent: msg('Spent'),
  closed: msg('Closed'),
  paid: msg('Payday paid'),
  debt_paid: msg('Debt paid'),
  topped_up: msg('Topped up'),
  exchanged: msg('Keys exchanged'),
  recovery_called: msg('Recovery called'),
  recovery_vetoed: msg('Recovery stopped'),
  recovered: msg('Recovered: it has other signers'),
} as const;

const WORDS: Readonly<Record<string, Message>> = STEP_WORDS;

const REASONS = {
  replaced: msg('another transaction spent the same coins'),
  vanished: msg('a reorganisation removed its block, and no node has it any more'),
} as const;

/** Describes a step, including that it was rolled back. */
export const historyText = ({ event, of, reason }: Pick<HistoryEntry, 'event' | 'of' | 'reason'>): string => {
  const word = (name: string): string => {
    const known = WORDS[name];
    return known === undefined ? name : t(known);
  };
  const step = of == null ? t('A step') : word(of);
  if (event === 'rolled_back')
    return reason == null
      ? t('Rolled back by the chain: {step}', { step })
      : t('Rolled back by the chain: {step} ({reason})', { step, reason: t(REASONS[reason]) });
  if (event === 'restored') return t('On the chain again: {step}', { step });
  return word(event);
};
