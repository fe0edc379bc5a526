import type { LiveState } from '../api/use-events.js';
import { classes } from './classes.js';
import styles from './live-sign.module.css';

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
