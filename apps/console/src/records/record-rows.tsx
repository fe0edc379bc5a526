import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AssetOfRecord } from '../format/amount.js';
import { PAGES, type RecordKind } from '../kinds/record-kinds.js';
import { Badge, StatusBadge } from '../ui/badge.js';
import { Cell, Columns, columns, Row, Stack } from '../ui/layout.js';
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
  /** Its amount in another unit, which is shown instead. */
  readonly amount?: ReactNode;
  readonly of: AssetOfRecord;
  /** What is said under its amount. */
  readonly note?: ReactNode;
  /** Whether it has come since the last visit. */
  readonly isNew?: boolean;
}

/**
 * What it is above who is at its other end; its status and its amount beside both, in columns of all rows. On a phone what it is takes a
 * line of its own.
 */
const ROW = columns({
  widths: 'subgrid',
  column: '1 / -1',
  content: 'center',
  align: 'center',
  gap: '2px 16px',
  pad: '8px 0',
  below: { 600: { widths: 'minmax(0, 1fr) fit-content(50%)', content: 'start', gap: '4px 12px', pad: '12px 0' } },
  className: styles['row'],
});

/** Lists records: what each is, who is at its other end, and how much. */
export const RecordRows = ({ label, rows }: { readonly label: string; readonly rows: readonly RecordRow[] }) => (
  <Columns
    as="ul"
    widths="minmax(0, 1fr) minmax(96px, auto) minmax(160px, auto)"
    align="stretch"
    gap="0 16px"
    below={{ 600: { widths: 'minmax(0, 1fr)' } }}
    className={styles['rows']}
    aria-label={label}
  >
    {rows.map(({ kind, id, key, title, badge, party, detail, own, status, amountBase, amount, of, note, isNew }) => (
      <Columns
        as="li"
        key={key ?? id}
        widths="subgrid"
        column="1 / -1"
        align="stretch"
        below={{ 600: { widths: 'minmax(0, 1fr)' } }}
      >
        <Link to={PAGES[kind]} params={{ id }} {...ROW} data-new={isNew || undefined}>
          <Cell as="strong" column={1} below={{ 600: { column: '1 / -1' } }}>
            <Title text={title} /> {badge !== undefined && <Badge>{badge}</Badge>}
          </Cell>
          {[party, detail, own].some((each) => each !== undefined) && (
            <Stack as="span" column={1} className={styles['detail']}>
              {party === undefined ? <span>{detail}</span> : <PartyName address={party} />}
              {own !== undefined && <small className={styles['own']}>{own}</small>}
            </Stack>
          )}
          {status !== undefined && (
            <Cell
              as="span"
              row="1 / span 2"
              column={2}
              self="end"
              below={{ 600: { row: 'auto', column: 1, self: 'start' } }}
            >
              <StatusBadge status={status} />
            </Cell>
          )}
          <Stack
            as="span"
            align="end"
            gap={2}
            row="1 / span 2"
            column={3}
            below={{ 600: { gap: 4, row: '2 / span 2', column: 2 } }}
            className={styles['amount']}
          >
            {amount !== undefined && <span>{amount}</span>}
            {amount === undefined && amountBase !== undefined && (
              <Row as="span" gap="0 10px" align="baseline" justify="end">
                <Worth base={amountBase} of={of} isInList />
                <Amount base={amountBase} of={of} />
              </Row>
            )}
            {note !== undefined && <small>{note}</small>}
          </Stack>
        </Link>
      </Columns>
    ))}
  </Columns>
);
