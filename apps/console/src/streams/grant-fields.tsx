import { useTokenDecimals } from '../api/use-token.js';
import { unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { draftDecimals } from '../forms/asset-draft.js';
import { FirstDates } from '../forms/first-dates.js';
import {
  DIVISIONS,
  everyOptions,
  type Installments,
  installmentAt,
  ON_DAY,
  readInstallments,
} from '../forms/grant-draft.js';
import { keptTimeText } from '../forms/kept-time.js';
import { numberText, t, tOptions } from '../language/text.js';
import { selectField } from '../ui/field.js';
import { Columns } from '../ui/layout.js';
import type { DraftProblems, StreamDraft } from './stream-draft.js';

/** How many dates the form shows. */
const FIRST_DATES = 3;

/** Shows the first dates of installments with their zone, and what a fixed distance from UTC means. */
const FirstInstallments = ({
  installments: { start, cliffInstallment, installments, dates },
}: {
  readonly installments: Installments;
}) => (
  <FirstDates
    dates={Array.from({ length: Math.min(FIRST_DATES, installments - cliffInstallment + 1) }, (_, place) =>
      installmentAt(dates, cliffInstallment + place),
    )}
    notes={[
      ...(cliffInstallment > 1
        ? [
            t('With the first date, {count} installments vest at once. Nothing vests before it.', {
              count: numberText(cliffInstallment),
            }),
          ]
        : []),
      keptTimeText(start, installmentAt(dates, installments)),
    ]}
  />
);

interface GrantFieldsProps {
  readonly draft: StreamDraft;
  readonly onChange: (draft: StreamDraft) => void;
  readonly problems: DraftProblems;
}

/** Fields of a stream that vests on days of the month. */
export const GrantFields = ({ draft, onChange, problems }: GrantFieldsProps) => {
  const form = { draft, onChange, problems };
  const decimals = useTokenDecimals(draft);
  const read = readInstallments(draft);
  return (
    <>
      <Columns gap={16}>
        {selectField(form, 'onDay', t('Day'), tOptions(ON_DAY))}
        {selectField(form, 'every', t('How often'), everyOptions())}
      </Columns>
      {'installments' in read && <FirstInstallments installments={read.installments} />}
      {draft.asset !== 'BCH' &&
        selectField(form, 'allocation', t('Divided'), tOptions(DIVISIONS), t('As the cap table divides the shares.'))}
      <AmountField
        {...unitFor(draft.asset, draftDecimals(draft, decimals ?? 0))}
        label={t('Paid elsewhere before (optional)')}
        value={draft.released}
        onChange={(released) => onChange({ ...draft, released })}
        hint={t('Of a grant that began elsewhere. The amount above is the rest, which this stream pays.')}
        error={problems.released}
      />
    </>
  );
};
