import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  readonly label: string;
  /** What it is, and how much; nothing yet while it is on its way. */
  readonly figures: readonly (readonly [name: string, value: ReactNode])[];
}

/** The few figures that matter, large. */
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
