import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  readonly label: string;
  /** Names and values; undefined values are still loading. */
  readonly figures: readonly (readonly [name: string, value: ReactNode])[];
}

/** Shows a record's main figures. */
export const Figures = ({ label, figures }: FiguresProps) => (
  <dl className={styles['figures']} aria-label={label}>
    {figures.map(([name, value]) => (
      <div key={name} className={styles['figure']}>
        <dt>{name}</dt>
        <dd>{value ?? <span className={styles['waiting']}>…</span>}</dd>
      </div>
    ))}
  </dl>
);
