import type { ReactNode } from 'react';
import styles from './steps.module.css';

/** A numbered list. */
export const Steps = ({ children }: { readonly children: ReactNode }) => (
  <ol className={styles['steps']}>{children}</ol>
);
