import { Link } from '@tanstack/react-router';
import { shortAddress } from '../format/short.js';
import { timeText } from '../format/time.js';
import { PAGES } from '../records/pages.js';
import { StatusBadge } from '../ui/badge.js';
import { Progress } from '../ui/progress.js';
import { Amount } from '../ui/values.js';
import styles from './activity-row.module.css';
import { KINDS, RECORD_KINDS, type ActivityRow } from './activity.js';

/** Heights of a row, pixels, as `activity-row.module.css` lays it out. */
export const ROW_HEIGHT = { wide: 60, narrow: 104 } as const;

const parties = ({ sender, recipient }: ActivityRow): string =>
  recipient === '' ? `by ${shortAddress(sender)}` : `${shortAddress(sender)} → ${shortAddress(recipient)}`;

/** Shows a record in the explorer; a placeholder while it loads. */
export const ActivityRowView = ({ row }: { readonly row: ActivityRow | undefined }) => {
  if (row === undefined) return <div className={styles['empty']} aria-hidden="true" />;
  const { activity_type, stream_id, total_amount_base, progress_percentage, status, created_at } = row;
  return (
    <Link to={PAGES[RECORD_KINDS[activity_type]]} params={{ id: row.id }} className={styles['row']}>
      <span className={styles['what']}>
        <span className={styles['kind']}>{KINDS[activity_type]}</span>
        <span className={styles['id']}>{stream_id}</span>
      </span>
      <span className={styles['parties']}>{parties(row)}</span>
      <span className={styles['amount']}>
        <Amount base={total_amount_base} of={row} />
      </span>
      <span className={styles['progress']}>
        <Progress percent={progress_percentage} what={`${KINDS[activity_type]} ${stream_id}`} />
      </span>
      <span className={styles['status']}>
        <StatusBadge status={status} />
      </span>
      <span className={styles['time']}>{timeText(created_at)}</span>
    </Link>
  );
};
