import type { LiveState } from '../api/use-events.js';
import { type Message, msg, t } from '../language/text.js';
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

const WORDS: Readonly<Record<string, Message>> = {
  PENDING: msg('Not funded'),
  ACTIVE: msg('Active'),
  PAUSED: msg('Paused'),
  COMPLETED: msg('Completed'),
  CANCELLED: msg('Cancelled'),
  OPEN: msg('To be signed'),
  APPROVED: msg('Approved'),
  EXECUTED: msg('Executed'),
  REJECTED: msg('Rejected'),
  STALE: msg('Stale'),
  CLOSED: msg('Closed'),
  HOME: msg('Sent home'),
};

/** Returns a status in words for the user. */
export const statusText = (status: string): string => {
  const word = WORDS[status.toUpperCase()];
  return word === undefined ? status : t(word);
};

/** A word that says what something is. */
export const Badge = ({ children }: { readonly children: string }) => (
  <span className={classes(styles['badge'], styles['plain'])}>{children}</span>
);

/** Shows a record's status in a word; its colour only repeats it. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <span className={classes(styles['badge'], styles[LOOKS[status] ?? 'plain'])}>{statusText(status)}</span>
);

const TEXTS: Record<LiveState, Message> = {
  opening: msg('Connecting…'),
  live: msg('Live'),
  lost: msg('Not live: connecting again…'),
  broken: msg('Not live: reload to see what is new'),
};

/** Shows whether the page is updated by events; as wide from the beginning as when it is. */
export const LiveSign = ({ liveState }: { readonly liveState: LiveState }) => (
  <span className={classes(styles['sign'], styles[liveState])} role="status">
    <span className={styles['dot']} aria-hidden="true" />
    <span className={styles['state']} data-first={t(TEXTS.opening)}>
      {t(TEXTS[liveState])}
    </span>
  </span>
);
