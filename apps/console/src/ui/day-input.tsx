import { t } from '../language/text.js';
import styles from './day-input.module.css';

interface DayInputProps {
  /** `2026-11-28`; undefined for any day. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** Input for a day by which a list is narrowed, within a label. */
export const DayInput = ({ value, onChange }: DayInputProps) => (
  <span className={styles['day']}>
    <input
      type="date"
      data-empty={value === undefined}
      value={value ?? ''}
      onChange={({ target: { value: day } }) => onChange(day === '' ? undefined : day)}
    />
    {value === undefined && (
      <span className={styles['any']} aria-hidden="true">
        {t('Any day')}
      </span>
    )}
  </span>
);
