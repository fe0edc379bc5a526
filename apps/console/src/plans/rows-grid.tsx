import { useState } from 'react';
import { RecipientField } from '../contacts/recipient-field.js';
import { rich } from '../language/rich.js';
import { msg, numberText, t } from '../language/text.js';
import { classes } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { RowsPager } from '../ui/rows-pager.js';
import { EMPTY_ROW, isBlank, OWN_TIMES, type PlanDraft, type RowDraft, type RowProblems } from './plan-draft.js';
import styles from './rows-grid.module.css';

interface RowsGridProps {
  readonly draft: Pick<PlanDraft, 'product' | 'rows'>;
  readonly onChange: (changes: Pick<PlanDraft, 'rows'>) => void;
  /** Problems by row, in order. */
  readonly problems: readonly RowProblems[];
}

/** How many rows are in the document at once. */
const SHOWN = 50;
const TIMES = {
  start: msg('Start {number}'),
  end: msg('End {number}'),
  cliff: msg('Cliff {number}'),
  step: msg('Step {number}'),
} as const;

/** The rows of a list, to be typed and mended in place. The last is always empty: typing into it adds another. */
export const RowsGrid = ({ draft: { product, rows }, onChange, problems }: RowsGridProps) => {
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
        <label className={styles['filter']}>
          {rich('{input} Show only the {count} rows to mend', {
            input: (
              <input type="checkbox" checked={isWrongOnly} onChange={({ target }) => setWrongOnly(target.checked)} />
            ),
            count: numberText(wrong.length),
          })}
        </label>
      )}
      <ol className={styles['rows']}>
        {shown.map((index) => {
          const row = rows[index] ?? EMPTY_ROW;
          const told = problems[index] ?? {};
          const number = index + 1;
          return (
            <li key={index} className={classes(styles['row'], times.length > 0 && styles['timed'])}>
              <RecipientField
                label={t('Recipient {number}', { number })}
                value={row.recipient}
                onChange={(recipient) => set(index, { recipient })}
                error={told.recipient}
              />
              <Field
                label={
                  product === 'recurring' ? t('Per payday {number}', { number }) : t('Amount {number}', { number })
                }
                error={told.amount}
              >
                <TextInput value={row.amount} onChange={(amount) => set(index, { amount })} inputMode="decimal" />
              </Field>
              <Field label={t('Name {number}', { number })} error={told.label}>
                <TextInput
                  value={row.label}
                  onChange={(label) => set(index, { label })}
                  placeholder={t('For you alone')}
                />
              </Field>
              {times.map((field) => (
                <Field key={field} label={t(TIMES[field], { number })} error={told[field]}>
                  <TextInput value={row[field] ?? ''} onChange={(text) => set(index, { [field]: text })} />
                </Field>
              ))}
            </li>
          );
        })}
      </ol>
      <RowsPager first={first} size={SHOWN} count={places.length} onPage={setPage} />
    </>
  );
};
