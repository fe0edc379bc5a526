import type { ReactNode } from 'react';
import styles from './filter.module.css';

/** A field above a list, smaller than those of forms. */
export const Filter = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={styles['filter']}>
    <span className={styles['label']}>{label}</span>
    {children}
  </label>
);
