import type { ReactNode } from 'react';
import styles from './success.module.css';

/** Shows an amount that has arrived where it should, with a wave under it. */
export const Success = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['success']}>
    <svg viewBox="0 0 400 60" preserveAspectRatio="none" aria-hidden="true">
      <path d="M-100 30 q 50 -30 100 0 t 100 0 t 100 0 t 100 0 t 100 0 V 60 H -100 Z" />
    </svg>
    <strong>{children}</strong>
  </p>
);
