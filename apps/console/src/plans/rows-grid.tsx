import { useState } from 'react';
import { readTime, type TimeResult } from '@weir/merkle/times';
import { stepText, timeText } from '../format/time.js';
import type { AmountUnit } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { RecipientField } from '../forms/recipient-field.js';
import { rich } from '../language/rich.js';
import { msg, numberText, plural, t } from '../language/text.js';
import { EMPTY_ROW, isBlank, OWN_TIMES, type RowDraft } from '../table/row-draft.js';
import typed from '../table/typed-rows.module.css';
import { classes } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Cell, Columns, Row, Stack } from '../ui/layout.js';
import { RowsPager } from '../ui/rows-pager.js';
import { type OwnTime, type PlanDraft, repeatedRecipients, type RowProblems } from './plan-draft.js';
import styles from './rows-grid.module.css';

interface RowsGridProps {
  /** What the names of the rows are, above their column. */
  readonly names?: string;
  readonly draft: Pick<PlanDraft, 'product' | 'rows'>;
  /** Reads a time of a row's own. */
  readonly readOwn?: (text: string, field: OwnTime) => TimeResult;
  /** Unit of the amounts. */
  readonly unit: AmountUnit;
  readonly onChange: (changes: Pick<PlanDraft, 'rows'>) => void;
  /** Problems by row, in order. */
  readonly problems: readonly RowProblems[];
  /** Takes pasted lines or columns, which one field would run together. */
  readonly onTable: (text: string) => void;
}

/** How many rows are in the document at once. */
const SHOWN = 50;
const TIMES = {
  start: msg('Start {number}'),
  end: msg('End {number}'),
  cliff: msg('Cliff {number}'),
  step: msg('Step {number}'),
} as const;

/** As in a spreadsheet: one head, and a line for each row. On a narrow window a recipient takes a line above the rest. */
const ROW = {
  widths: 'minmax(24px, auto) minmax(0, 2.2fr) minmax(0, 1fr) minmax(0, 1.2fr)',
  gap: 4,
  below: { 720: { widths: 'minmax(24px, auto) minmax(0, 1fr) minmax(0, 1fr)', pad: '0 0 8px' } },
} as const;
const HEAD = { ...ROW, below: { 720: { ...ROW.below[720], pad: 0 } } } as const;
const NUMBER = { below: { 720: { row: '1 / span 2' } } };
const RECIPIENT = { below: { 720: { column: '2 / -1' } } };

/** Rows with times of their own have more fields than a line has room for. */
const TIMED = { widths: 'repeat(auto-fit, minmax(130px, 1fr))', gap: 10, pad: '0 0 14px' };

/** Says which time a text is, with its zone; nothing while it is none. */
const timeHint = (read: TimeResult, isEndOfPaydays: boolean): string | undefined => {
  if (!read.ok) return undefined;
  const when = timeText(read.seconds);
  return isEndOfPaydays ? t('No payday after {when}', { when }) : when;
};

const stepHint = (text = ''): string | undefined => {
  const seconds = /^\d{1,15}$/.test(text.trim()) ? Number(text) : 0;
  return seconds === 0 ? undefined : stepText(seconds);
};

/** How many of the recipients who are there more than once are named. */
const NAMED = 5;

/** Says who is in the list more than once: each row pays, which may be meant. */
const Repeated = ({ rows }: Pick<PlanDraft, 'rows'>) => {
  const repeated = repeatedRecipients(rows);
  if (repeated.length === 0) return null;
  return (
    <div role="status" className={styles['repeated']}>
      {repeated.slice(0, NAMED).map((numbers) => (
        <p key={numbers[0]}>
          {t('Rows {rows} have the same recipient. Each of them pays: check that this is meant.', {
            rows: numbers.map((number) => numberText(number)).join(', '),
          })}
        </p>
      ))}
      {repeated.length > NAMED && (
        <p>
          {plural(repeated.length - NAMED, {
            one: '{count} more recipient is there more than once.',
            other: '{count} more recipients are there more than once.',
          })}
        </p>
      )}
    </div>
  );
};

/** The rows of a list, to be typed and corrected in place. The last is always empty: typing into it adds another. */
export const RowsGrid = ({
  names = t('Name, for you alone'),
  draft: { product, rows },
  readOwn = readTime,
  unit,
  onChange,
  problems,
  onTable,
}: RowsGridProps) => {
  const [page, setPage] = useState(0);
  const [isWrongOnly, setWrongOnly] = useState(false);
  const isWrong = (index: number): boolean => Object.keys(problems[index] ?? {}).length > 0;
  const wrong = rows.flatMap((_, index) => (isWrong(index) ? [index] : []));
  const places = isWrongOnly && wrong.length > 0 ? wrong : rows.map((_, index) => index);
  const first = Math.min(page, Math.floor((places.length - 1) / SHOWN)) * SHOWN;
  const shown = places.slice(first, first + SHOWN);
  const times = OWN_TIMES.filter((field) => rows.some((row) => row[field] !== undefined));
  const isTimed = times.length > 0;
  const set = (index: number, changes: Partial<RowDraft>): void => {
    const changed = rows.map((row, place) => (place === index ? { ...row, ...changes } : row));
    const last = changed.at(-1);
    onChange({ rows: last === undefined || !isBlank(last) ? [...changed, EMPTY_ROW] : changed });
  };
  return (
    <>
      {wrong.length > 0 && rows.length > SHOWN && (
        <Row as="label" gap={10} align="center">
          {rich('{input} Show only the {count} rows with errors', {
            input: (
              <input type="checkbox" checked={isWrongOnly} onChange={({ target }) => setWrongOnly(target.checked)} />
            ),
            count: numberText(wrong.length),
          })}
        </Row>
      )}
      <Repeated rows={rows} />
      {!isTimed && (
        <Columns {...HEAD} className={typed['head']} aria-hidden="true">
          <Cell as="span" {...NUMBER} />
          <Cell as="span" {...RECIPIENT}>
            {t('Recipient')}
          </Cell>
          <span>
            {product === 'recurring'
              ? t('Per payday, {unit}', { unit: unit.unit })
              : t('Amount, {unit}', { unit: unit.unit })}
          </span>
          <span>{names}</span>
        </Columns>
      )}
      <Stack
        as="ol"
        gap={isTimed ? 12 : 4}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\t\r\n]/.test(text.trim())) return;
          event.preventDefault();
          onTable(text);
        }}
      >
        {shown.map((index) => {
          const row = rows[index] ?? EMPTY_ROW;
          const shown = problems[index] ?? {};
          const number = index + 1;
          return (
            <Columns
              as="li"
              key={index}
              {...(isTimed ? TIMED : ROW)}
              className={isTimed ? styles['timed'] : classes(typed['row'], styles['brief'])}
            >
              {!isTimed && (
                <Cell as="span" {...NUMBER} className={typed['number']} aria-hidden="true">
                  {numberText(number)}
                </Cell>
              )}
              <Cell {...(isTimed ? { column: '1 / -1' } : RECIPIENT)}>
                <RecipientField
                  label={t('Recipient {number}', { number })}
                  value={row.recipient}
                  onChange={(recipient) => set(index, { recipient })}
                  error={shown.recipient}
                />
              </Cell>
              <AmountField
                {...unit}
                label={
                  product === 'recurring' ? t('Per payday {number}', { number }) : t('Amount {number}', { number })
                }
                value={row.amount}
                onChange={(amount) => set(index, { amount })}
                error={shown.amount}
              />
              <Field label={t('Name {number}', { number })} error={shown.label}>
                <TextInput value={row.label} onChange={(label) => set(index, { label })} />
              </Field>
              {times.map((field) => (
                <Field
                  key={field}
                  label={t(TIMES[field], { number })}
                  hint={
                    field === 'step'
                      ? stepHint(row.step)
                      : timeHint(readOwn(row[field] ?? '', field), product === 'recurring' && field === 'end')
                  }
                  error={shown[field]}
                >
                  <TextInput value={row[field] ?? ''} onChange={(text) => set(index, { [field]: text })} />
                </Field>
              ))}
            </Columns>
          );
        })}
      </Stack>
      <RowsPager first={first} size={SHOWN} count={places.length} onPage={setPage} />
    </>
  );
};
