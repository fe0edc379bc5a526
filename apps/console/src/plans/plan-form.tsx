import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useToken } from '../api/use-token.js';
import type { Asset } from '../format/amount.js';
import { unitFor } from '../format/typed-amount.js';
import { draftDecimals } from '../forms/asset-draft.js';
import { AssetFields } from '../forms/asset-fields.js';
import { movableField } from '../forms/movable-field.js';
import { scheduleFields } from '../forms/schedule-fields.js';
import { timeField } from '../forms/time-field.js';
import { rich } from '../language/rich.js';
import { t, tOptions } from '../language/text.js';
import { CALENDAR_CHOICES } from '../payments/calendar-choice.js';
import { FirstPaydays } from '../payments/first-paydays.js';
import { INTERVALS } from '../payments/intervals.js';
import { ImportPanel, type PastedTable } from '../table/import-panel.js';
import { EMPTY_ROW, isBlank } from '../table/row-draft.js';
import { Card } from '../ui/card.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { Columns, Stack } from '../ui/layout.js';
import { isUpfront, ofProduct, type PlanDraft, type PlanProblems, readOwnTime } from './plan-draft.js';
import { RowsGrid } from './rows-grid.js';

interface PlanFormProps {
  readonly draft: PlanDraft;
  readonly onChange: (changes: Partial<PlanDraft>) => void;
  readonly problems: PlanProblems;
  /** Decimals of its token as its issuer says; 0 where unknown. */
  readonly tokenDecimals: number;
}

/** The terms of a plan, as their fields take them. */
interface TermsForm {
  readonly draft: PlanDraft;
  readonly onChange: (draft: PlanDraft) => void;
  readonly problems: PlanProblems['head'];
}

/** Fields for the schedule: when grants vest, or how often salaries are paid. */
const timeFields = (form: TermsForm) => {
  const { draft } = form;
  if (draft.product === 'recurring')
    return (
      <>
        <Columns gap={16}>
          {selectField(form, 'interval', t('Paid'), tOptions([...CALENDAR_CHOICES, ...INTERVALS]))}
          {timeField(form, 'start', t('First payday'))}
        </Columns>
        <FirstPaydays interval={draft.interval} start={draft.start} />
      </>
    );
  return (
    <>
      {scheduleFields(form, { isPaced: !isUpfront(draft), of: draft.product === 'lock' ? 'lock' : 'plan' })}
      {draft.product === 'vesting' && draft.length !== 'once' && (
        <Columns gap={16}>
          {segmentField(form, 'upfront', t('Pay a part upfront?'), [
            ['no', t('No')],
            ['yes', t('Yes, at the start')],
          ])}
          {isUpfront(draft) && textField(form, 'upfrontPercent', t('At once, percent'), { inputMode: 'decimal' })}
        </Columns>
      )}
    </>
  );
};

/** Form for the terms and recipients of a new plan. */
export const PlanForm = ({ draft, onChange, problems, tokenDecimals }: PlanFormProps) => {
  const [pasted, setPasted] = useState<PastedTable>();
  const form: TermsForm = { draft, onChange, problems: problems.head };
  const known = useToken(draft.asset === 'BCH' ? '' : draft.category);
  const of: Asset =
    draft.asset === 'BCH'
      ? draft.asset
      : { token_type: draft.asset, token_category: draft.category, token: known?.token ?? null };
  return (
    <>
      <Card title={t('Terms')}>
        <Stack gap={16}>
          <Columns gap={16}>
            {segmentField(
              { ...form, onChange: ({ product, length }) => onChange(ofProduct(product, length)) },
              'product',
              t('A plan of'),
              [
                ['vesting', t('Grants, which vest')],
                ['recurring', t('Salaries, which recur')],
                ['lock', t('Locks, which nobody can cancel')],
              ],
            )}
          </Columns>
          <AssetFields
            label={undefined}
            draft={{ ...draft, amount: '' }}
            onChange={onChange}
            problems={problems.head}
          />
          {timeFields(form)}
          <Columns gap={16}>
            {draft.product === 'lock'
              ? movableField(form, true)
              : segmentField(form, 'cancelable', t('Can you cancel them?'), [
                  ['yes', t('Yes, with notice')],
                  ['no', t('No, they pay to the end')],
                ])}
            {textField(form, 'description', t('Description (optional)'), { hint: t('Shown to nobody else.') })}
          </Columns>
        </Stack>
      </Card>
      <Card title={t('Recipients')}>
        {draft.product === 'vesting' && (
          <p>
            {rich('Grants of a cap table can be <a>imported</a>.', {
              a: (inside) => <Link to="/streams/import">{inside}</Link>,
            })}
          </p>
        )}
        {problems.head.list !== undefined && <p role="alert">{problems.head.list}</p>}
        <ImportPanel
          pasted={pasted}
          of={of}
          unit={{ inBch: draft.asset === 'BCH', decimals: draftDecimals(draft, tokenDecimals) }}
          onTake={(rows) => onChange({ rows: [...draft.rows.filter((row) => !isBlank(row)), ...rows, EMPTY_ROW] })}
        />
        <RowsGrid
          draft={draft}
          unit={unitFor(draft.asset, draftDecimals(draft, tokenDecimals))}
          onChange={onChange}
          problems={problems.rows}
          onTable={(text) => setPasted({ text })}
          readOwn={(text, field) => readOwnTime(text, field, draft)}
        />
      </Card>
    </>
  );
};
