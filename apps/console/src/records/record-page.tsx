import type { ReactNode } from 'react';
import type { Wallet } from '@weir/client';
import { type LiveState, useEvents } from '../api/use-events.js';
import { useRefetch } from '../api/use-refetch.js';
import styles from './layout.module.css';
import { RecordHead } from './record-head.js';

/**
 * Refetches a record whenever an event concerns it or what belongs to it.
 *
 * @param wallet wallet that signs in, where the record is private
 */
const useLiveRecord = (id: string, wallet?: Wallet): LiveState => {
  const refetch = useRefetch('record', id);
  const read = (): void => void refetch();
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read, wallet });
};

interface RecordPageProps {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  /** Wallet that signs in, where the record is private. */
  readonly wallet?: Wallet | undefined;
  readonly figures: ReactNode;
  /** The actions and the terms. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Layout of the page of a record: header, figures and content, and beside them the actions. */
export const RecordPage = ({ id, kind, title, status, wallet, figures, side, children }: RecordPageProps) => {
  const liveState = useLiveRecord(id, wallet);
  return (
    <>
      <RecordHead kind={kind} title={title} status={status} liveState={liveState} />
      {figures}
      <div className={styles['columns']}>
        <div className={styles['column']}>{children}</div>
        <div className={`${styles['column'] ?? ''} ${styles['side'] ?? ''}`}>{side}</div>
      </div>
    </>
  );
};
