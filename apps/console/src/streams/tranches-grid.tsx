import { useState } from 'react';
import { MAX_TRANCHES } from '@weir/kinds';
import type { DecimalMark } from '@weir/merkle/amounts';
import { readTime } from '@weir/merkle/times';
import { useToken } from '../api/use-token.js';
import { amountWithUnit, type Asset } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { draftDecimals } from '../forms/asset-draft.js';
import { shownProblems } from '../forms/problems.js';
import { numberText, plural, t } from '../language/text.js';
import { MarkQuestion } from '../table/list-parts.js';
import { listProblemText } from '../table/problem-text.js';
import typed from '../table/typed-rows.module.css';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import type { StreamDraft } from './stream-draft.js';
import { EMPTY_TRANCHE, isBlankTranche, readTranches, type TrancheDraft } from './tranche-draft.js';
import type { PastedTranches } from './tranche-table.js';
import styles from './tranches-grid.module.css';

/** As in a spreadsheet: a line for each date. */
const ROW = { widths: 'minmax(24px, auto) minmax(0, 1.4fr) minmax(0, 1fr)', gap: 4 } as const;

interface TranchesGridProps {
  readonly draft: Pick<StreamDraft, 'asset' | 'category' | 'tranches'>;
  readonly onRows: (tranches: readonly TrancheDraft[]) => void;
  /** Decimals of its token as its issuer says; 0 where unknown. */
  readonly decimals: number;
  /** What is wrong with the list as a whole; undefined before the first submit. */
  readonly error: string | undefined;
}

/** Pasted lines, and what they are. */
interface Pasted {
  readonly text: string;
  readonly found: PastedTranches;
}

/** Asks what pasted lines leave open, or says why they are not taken. */
const PastedNote = ({
  found,
  of,
  onMark,
}: {
  readonly found: PastedTranches;
  readonly of: Asset;
  readonly onMark: (mark: DecimalMark) => void;
}) => {
  if ('rows' in found) return null;
  if ('question' in found) return <MarkQuestion problem={found.question} of={of} onMark={onMark} />;
  return (
    <p role="alert" className={styles['bad']}>
      {found.problem === 'COLUMNS'
        ? t('Copy two columns of the spreadsheet: the dates, and the amounts.')
        : `${listProblemText(found.problem, of)}.`}
    </p>
  );
};

/** The dates and amounts of a stream, to be typed or pasted. The last row is always empty: typing into it adds another. */
export const TranchesGrid = ({ draft: { asset, category, tranches }, onRows, decimals, error }: TranchesGridProps) => {
  const [pasted, setPasted] = useState<Pasted>();
  const known = useToken(asset === 'BCH' ? '' : category);
  const of: Asset =
    asset === 'BCH' ? asset : { token_type: asset, token_category: category, token: known?.token ?? null };
  const unit = unitFor(asset, draftDecimals({ asset }, decimals));
  const { problems, total, tranches: sound } = readTranches(tranches, unit, asset === 'BCH');
  const isSubmitted = error !== undefined;
  const take = (rows: readonly TrancheDraft[]): void => {
    const last = rows.at(-1);
    onRows(
      (last === undefined || !isBlankTranche(last)) && rows.length < MAX_TRANCHES ? [...rows, EMPTY_TRANCHE] : rows,
    );
  };
  const set = (place: number, changes: Partial<TrancheDraft>): void =>
    take(tranches.map((row, index) => (index === place ? { ...row, ...changes } : row)));
  const paste = async (text: string, mark?: DecimalMark): Promise<void> => {
    const { readTrancheLines } = await import('./tranche-table.js');
    const found = readTrancheLines(text, unit.decimals, mark);
    setPasted({ text, found });
    if ('rows' in found) take([...tranches.filter((row) => !isBlankTranche(row)), ...found.rows]);
  };
  return (
    <Stack gap={10}>
      <p>
        {t(
          'Enter up to {most} dates, the earliest first. You can paste dates and amounts from a spreadsheet into a row. A day without a time begins at 00:00 UTC.',
          { most: MAX_TRANCHES },
        )}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles['bad']}>
          {error}
        </p>
      )}
      {pasted !== undefined && (
        <PastedNote found={pasted.found} of={of} onMark={(mark) => void paste(pasted.text, mark)} />
      )}
      <Columns {...ROW} className={typed['head']} aria-hidden="true">
        <span />
        <span>{t('Date')}</span>
        <span>{t('Amount, {unit}', { unit: unit.unit })}</span>
      </Columns>
      <Stack
        as="ol"
        gap={4}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\t\r\n]/.test(text.trim())) return;
          event.preventDefault();
          void paste(text);
        }}
      >
        {tranches.map((row, place) => {
          const shown = shownProblems(problems[place] ?? {}, row, isSubmitted);
          const read = readTime(row.time);
          const number = place + 1;
          return (
            // Rows have no key but their place.
            <Columns as="li" key={place} {...ROW} className={typed['row']}>
              <span className={typed['number']} aria-hidden="true">
                {numberText(number)}
              </span>
              <Field
                label={t('Date {number}', { number })}
                hint={read.ok ? timeText(read.seconds) : undefined}
                error={shown.time}
              >
                <TextInput value={row.time} onChange={(time) => set(place, { time })} placeholder="2027-01-31" />
              </Field>
              <AmountField
                {...unit}
                label={t('Amount {number}', { number })}
                value={row.amount}
                onChange={(amount) => set(place, { amount })}
                error={shown.amount}
              />
            </Columns>
          );
        })}
      </Stack>
      <Row gap={12} align="center" justify="space-between">
        <span className={styles['sum']} role="status">
          {plural(
            sound.length,
            { one: '{count} date, {sum} in all', other: '{count} dates, {sum} in all' },
            { sum: amountWithUnit(total, of) },
          )}
        </span>
        {tranches.length > 1 && (
          <Button small onClick={() => onRows([EMPTY_TRANCHE])}>
            {t('Clear the list')}
          </Button>
        )}
      </Row>
    </Stack>
  );
};
