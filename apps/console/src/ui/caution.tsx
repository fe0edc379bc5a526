import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './caution.module.css';

interface CautionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Warns of a consequence that is easily missed, before money moves. */
export const Caution = ({ title, children }: CautionProps) => (
  <div className={styles['caution']} role="status">
    <TriangleAlert size={20} aria-hidden="true" />
    <p>
      <strong>{title}</strong>
      <br />
      {children}
    </p>
  </div>
);
