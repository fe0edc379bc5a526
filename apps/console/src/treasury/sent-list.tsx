import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shortAddress } from '../format/identifiers.js';
import { PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { numberText, t } from '../language/text.js';
import { StatusBadge } from '../ui/badge.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Cell, Columns, Row, Stack } from '../ui/layout.js';
import styles from './sent-list.module.css';
import type { Sent } from './vault-moves.js';

/** A stream or payment, or a payment in a currency, as a list shows it to who sends it. */
export interface SentRow extends Sent {
  readonly name: string;
  readonly recipient: string;
  readonly amount: ReactNode;
}

interface SentLineProps {
  /** Whom it pays, or how many. */
  readonly note: string;
  readonly amount: ReactNode;
  readonly status: string;
  /** Its name. */
  readonly children: ReactNode;
}

/** The line of a record that somebody pays for. */
export const SentLine = ({ note, amount, status, children }: SentLineProps) => (
  <Columns
    widths="minmax(0, 1fr) minmax(0, 1fr) auto auto"
    align="center"
    gap="8px 16px"
    pad="10px 0"
    below={{ 720: { widths: 'minmax(0, 1fr) auto' } }}
    className={styles['line']}
  >
    {children}
    <Cell as="span" below={{ 720: { self: 'end' } }} className={styles['note']}>
      {note}
    </Cell>
    {amount}
    <Cell as="span" below={{ 720: { self: 'end' } }}>
      <StatusBadge status={status} />
    </Cell>
  </Columns>
);

/** The lines of a list of what somebody pays for. */
export const SentLines = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles['lines']}>{children}</ul>
);

const canMove = ({ status }: Sent): boolean => status === 'PENDING' || status === 'ACTIVE' || status === 'PAUSED';

interface SentListProps {
  readonly rows: readonly SentRow[];
  /** Rows on show at first; by default all. */
  readonly most?: number;
  /** Shows what can be done with a selection; undefined for readers who can do nothing. */
  readonly actions: ((selected: readonly SentRow[], onDone: () => void) => ReactNode) | undefined;
}

/** Lists records that somebody sends, from which those who may move them select some. */
export const SentList = ({ rows, most = rows.length, actions }: SentListProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const movable = actions === undefined ? [] : rows.filter(canMove);
  const selected = movable.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))));
  const { shown, others } = useFirstRows(rows, most);
  return (
    <>
      {movable.length > 1 && (
        <Row as="label" gap={10} align="center">
          {rich('{input} Select all {count}', {
            input: (
              <input
                type="checkbox"
                checked={selected.length === movable.length}
                onChange={({ target }) =>
                  choose(
                    movable.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
            ),
            count: numberText(movable.length),
          })}
        </Row>
      )}
      <SentLines>
        {shown.map((row) => (
          <li key={row.id}>
            <SentLine note={shortAddress(row.recipient)} amount={row.amount} status={row.status}>
              <Row as="span" isLine gap={10} align="center">
                {movable.includes(row) && (
                  <input
                    type="checkbox"
                    aria-label={t('Select {name}', { name: row.name })}
                    checked={chosen.has(row.id)}
                    onChange={({ target }) => choose([row.id], target.checked)}
                  />
                )}
                <Link to={PAGES[row.kind]} params={{ id: row.id }}>
                  {row.name}
                </Link>
              </Row>
            </SentLine>
          </li>
        ))}
      </SentLines>
      {others}
      {actions !== undefined && <Stack gap={8}>{actions(selected, () => setChosen(new Set()))}</Stack>}
    </>
  );
};
