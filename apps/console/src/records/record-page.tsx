import type { ReactNode } from 'react';
import type { Wallet } from '@weir/client';
import styles from './layout.module.css';
import { RecordHead } from './record-head.js';
import { useLiveRecord } from './use-live-record.js';

interface RecordPageProps {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  /** Of who may see it, where not everybody may. */
  readonly wallet?: Wallet | undefined;
  readonly figures: ReactNode;
  /** What can be done, and the terms. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** The form of every record's page: what it is, its figures, what happens, and beside it what can be done. */
export const RecordPage = ({ id, kind, title, status, wallet, figures, side, children }: RecordPageProps) => {
  const following = useLiveRecord(id, wallet);
  return (
    <>
      <RecordHead kind={kind} title={title} status={status} following={following} />
      {figures}
      <div className={styles['columns']}>
        <div className={styles['column']}>{children}</div>
        <div className={`${styles['column'] ?? ''} ${styles['side'] ?? ''}`}>{side}</div>
      </div>
    </>
  );
};
