import type { ReactNode } from 'react';
import type { Wallet } from '@weir/client';
import { type LiveState, useEvents, useRefetch } from '../api/use-events.js';
import { LiveSign, StatusBadge } from '../ui/badge.js';
import { type Fact, Figures } from '../ui/card.js';
import layout from './layout.module.css';
import styles from './record-head.module.css';

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
  /** Name of the kind of record. */
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  /** Wallet that signs in, where the record is private. */
  readonly wallet?: Wallet | undefined;
  /** Names and values. */
  readonly figures: readonly Fact[];
  /** The actions and the terms. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Layout of the page of a record: header, figures and content, and beside them the actions. */
export const RecordPage = ({ id, kind, title, status, wallet, figures, side, children }: RecordPageProps) => {
  const liveState = useLiveRecord(id, wallet);
  return (
    <>
      <div className={styles['head']}>
        <div>
          <p className={styles['kind']}>{kind}</p>
          <h1 className={styles['title']}>{title}</h1>
        </div>
        <div className={styles['signs']}>
          <StatusBadge status={status} />
          <LiveSign liveState={liveState} />
        </div>
      </div>
      <Figures label="Summary" figures={figures} />
      <div className={layout['columns']}>
        <div className={layout['column']}>{children}</div>
        <div className={`${layout['column'] ?? ''} ${layout['side'] ?? ''}`}>{side}</div>
      </div>
    </>
  );
};
