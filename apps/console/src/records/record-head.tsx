import type { ReactNode } from 'react';
import type { LiveState } from '../api/use-events.js';
import { StatusBadge } from '../ui/badge.js';
import { LiveSign } from '../ui/live-sign.js';
import styles from './record-head.module.css';

interface RecordHeadProps {
  /** Name of the kind of record. */
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  readonly liveState: LiveState;
  readonly children?: ReactNode;
}

/** The header of a record's page. */
export const RecordHead = ({ kind, title, status, liveState, children }: RecordHeadProps) => (
  <div className={styles['head']}>
    <div>
      <p className={styles['kind']}>{kind}</p>
      <h1 className={styles['title']}>{title}</h1>
    </div>
    <div className={styles['signs']}>
      <StatusBadge status={status} />
      <LiveSign liveState={liveState} />
    </div>
    {children}
  </div>
);
