import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AssetOfRecord } from '../format/amount.js';
import { PAGES, type RecordKind } from '../records/pages.js';
import { StatusBadge } from '../ui/badge.js';
import { Amount, PartyName } from '../ui/values.js';
import styles from './record-rows.module.css';

/** A record as a row of a list. */
export interface RecordRow {
  readonly kind: RecordKind;
  readonly id: string;
  /** Its description, or else its number. */
  readonly title: string;
  /** The other party's address; undefined where there are many. */
  readonly party?: string | undefined;
  readonly status?: string;
  readonly amountBase: bigint;
  readonly of: AssetOfRecord;
  /** What is said under its amount. */
  readonly note?: ReactNode;
}

/** Lists records: what each is, who is at its other end, and how much. */
export const RecordRows = ({ label, rows }: { readonly label: string; readonly rows: readonly RecordRow[] }) => (
  <ul className={styles['rows']} aria-label={label}>
    {rows.map(({ kind, id, title, party, status, amountBase, of, note }) => (
      <li key={id}>
        <Link to={PAGES[kind]} params={{ id }} className={styles['row']}>
          <span className={styles['what']}>
            <strong>{title}</strong>
            {party !== undefined && <PartyName address={party} />}
          </span>
          {status !== undefined && <StatusBadge status={status} />}
          <span className={styles['amount']}>
            <Amount base={amountBase} of={of} />
            {note !== undefined && <small>{note}</small>}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
