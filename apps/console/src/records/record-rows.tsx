import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AssetOfRecord } from '../format/amount.js';
import { PAGES, type RecordKind } from '../kinds/record-kinds.js';
import { Badge, StatusBadge } from '../ui/badge.js';
import { Stack } from '../ui/layout.js';
import { Amount, PartyName, Title } from '../ui/values.js';
import styles from './record-rows.module.css';
import { Worth } from './worth.js';

/** A record as a row of a list. */
export interface RecordRow {
  readonly kind: RecordKind;
  readonly id: string;
  /** Of the row, where a record has several; its `id` otherwise. */
  readonly key?: string;
  /** Its description, or else its number. */
  readonly title: string;
  /** The other party's address; undefined where there are many. */
  readonly party?: string | undefined;
  /** Which of one's own addresses it is of, where there are several. */
  readonly own?: ReactNode;
  readonly status?: string;
  /** A word for what it is, where the list has several kinds. */
  readonly badge?: string;
  /** What is said under its title, where nobody is at its other end. */
  readonly detail?: ReactNode;
  /** Undefined where it is about no amount. */
  readonly amountBase: bigint | undefined;
  readonly of: AssetOfRecord;
  /** What is said under its amount. */
  readonly note?: ReactNode;
  /** Whether it has come since the last visit. */
  readonly isNew?: boolean;
}

/** Lists records: what each is, who is at its other end, and how much. */
export const RecordRows = ({ label, rows }: { readonly label: string; readonly rows: readonly RecordRow[] }) => (
  <Stack as="ul" className={styles['rows']} aria-label={label}>
    {rows.map(({ kind, id, key, title, badge, party, detail, own, status, amountBase, of, note, isNew }) => (
      <li key={key ?? id}>
        <Link to={PAGES[kind]} params={{ id }} className={styles['row']} data-new={isNew || undefined}>
          <strong>
            <Title text={title} /> {badge !== undefined && <Badge>{badge}</Badge>}
          </strong>
          {[party, detail, own].some((each) => each !== undefined) && (
            <span className={styles['detail']}>
              {party === undefined ? <span>{detail}</span> : <PartyName address={party} />}
              {own !== undefined && <small className={styles['own']}>{own}</small>}
            </span>
          )}
          {status !== undefined && (
            <span className={styles['status']}>
              <StatusBadge status={status} />
            </span>
          )}
          <span className={styles['amount']}>
            {amountBase !== undefined && (
              <span>
                <Worth base={amountBase} of={of} isInList /> <Amount base={amountBase} of={of} />
              </span>
            )}
            {note !== undefined && <small>{note}</small>}
          </span>
        </Link>
      </li>
    ))}
  </Stack>
);
