import type { LiveState } from '../api/use-events.js';
import styles from './badge.module.css';
import { classes } from './button.js';

const LOOKS: Readonly<Record<string, 'good' | 'warn' | 'plain'>> = {
  ACTIVE: 'good',
  active: 'good',
  APPROVED: 'good',
  EXECUTED: 'plain',
  COMPLETED: 'plain',
  PENDING: 'warn',
  OPEN: 'warn',
  pending: 'warn',
  PAUSED: 'warn',
  STALE: 'warn',
  CANCELLED: 'plain',
  REJECTED: 'plain',
};

const WORDS: Readonly<Record<string, string>> = { PENDING: 'Not funded', pending: 'Not funded' };

/** Returns a status in words for the user. */
export const statusText = (status: string): string =>
  WORDS[status] ?? status.charAt(0).toUpperCase() + status.slice(1).toLowerCase();

/** Shows a record's status in a word; its colour only repeats it. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <span className={classes(styles['badge'], styles[LOOKS[status] ?? 'plain'])}>{statusText(status)}</span>
);

const TEXTS: Record<LiveState, string> = {
  opening: 'Connecting…',
  live: 'Live',
  lost: 'Not live at the moment: connecting again…',
  broken: 'Not live: reload to see what is new',
};

/** Shows whether the page is updated by events. */
export const LiveSign = ({ liveState }: { readonly liveState: LiveState }) => (
  <span className={classes(styles['sign'], styles[liveState])} role="status">
    <span className={styles['dot']} aria-hidden="true" />
    {TEXTS[liveState]}
  </span>
);
