import { useState } from 'react';
import { readTime } from '@weir/merkle/times';
import { stepText, timeText } from '../format/time.js';
import type { AmountUnit } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { RecipientField } from '../forms/recipient-field.js';
import { rich } from '../language/rich.js';
import { msg, numberText, plural, t } from '../language/text.js';
import { EMPTY_ROW, isBlank, OWN_TIMES, type RowDraft } from '../table/row-draft.js';
import { classes } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Row, Stack } from '../ui/layout.js';
import { RowsPager } from '../ui/rows-pager.js';
import { type PlanDraft, repeatedRecipients, type RowProblems } from './plan-draft.js';
import styles from './rows-grid.module.css';

interface RowsGridProps {
  readonly draft: Pick<PlanDraft, 'product' | 'rows'>;
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

/** Says which time a text is, with its zone; nothing while it is none. */
const timeHint = (text = ''): string | undefined => {
  const read = readTime(text);
  return read.ok ? timeText(read.seconds) : undefined;
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
export const RowsGrid = ({ draft: { product, rows }, unit, onChange, problems, onTable }: RowsGridProps) => {
  const [page, setPage] = useState(0);
  const [isWrongOnly, setWrongOnly] = useState(false);
  const isWrong = (index: number): boolean => Object.keys(problems[index] ?? {}).length > 0;
  const wrong = rows.flatMap((_, index) => (isWrong(index) ? [index] : []));
  const places = isWrongOnly && wrong.length > 0 ? wrong : rows.map((_, index) => index);
  const first = Math.min(page, Math.floor((places.length - 1) / SHOWN)) * SHOWN;
  const shown = places.slice(first, first + SHOWN);
  const times = OWN_TIMES.filter((field) => rows.some((row) => row[field] !== undefined));
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
      {times.length === 0 && (
        <div className={classes(styles['row'], styles['head'])} aria-hidden="true">
          <span />
          <span>{t('Recipient')}</span>
          <span>
            {product === 'recurring'
              ? t('Per payday, {unit}', { unit: unit.unit })
              : t('Amount, {unit}', { unit: unit.unit })}
          </span>
          <span>{t('Name, for you alone')}</span>
        </div>
      )}
      <Stack
        as="ol"
        gap={times.length === 0 ? 4 : 12}
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
            <li key={index} className={times.length > 0 ? styles['timed'] : classes(styles['row'], styles['brief'])}>
              {times.length === 0 && (
                <span className={styles['number']} aria-hidden="true">
                  {numberText(number)}
                </span>
              )}
              <RecipientField
                label={t('Recipient {number}', { number })}
                value={row.recipient}
                onChange={(recipient) => set(index, { recipient })}
                error={shown.recipient}
              />
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
                  hint={field === 'step' ? stepHint(row.step) : timeHint(row[field])}
                  error={shown[field]}
                >
                  <TextInput value={row[field] ?? ''} onChange={(text) => set(index, { [field]: text })} />
                </Field>
              ))}
            </li>
          );
        })}
      </Stack>
      <RowsPager first={first} size={SHOWN} count={places.length} onPage={setPage} />
    </>
  );
};
