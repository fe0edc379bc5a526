import { timeText } from '../format/time.js';
import { t } from '../language/text.js';
import { Stack } from '../ui/layout.js';
import styles from './first-dates.module.css';

interface FirstDatesProps {
  /** Unix seconds. */
  readonly dates: readonly number[];
  /** What to know of them. */
  readonly notes: readonly string[];
}

/** Shows the first dates of a schedule by the calendar with their zone. */
export const FirstDates = ({ dates, notes }: FirstDatesProps) => (
  <Stack gap={4} role="status" className={styles['dates']}>
    <p>{t('The first dates:')}</p>
    <ol>
      {dates.map((at) => (
        <li key={at}>{timeText(at)}</li>
      ))}
    </ol>
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </Stack>
);
