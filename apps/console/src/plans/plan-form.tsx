import { AssetFields } from '../forms/asset-fields.js';
import { Card } from '../ui/card.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import { hasEnd, type PlanDraft, type PlanProblems } from './plan-draft.js';
import styles from './plan-form.module.css';
import { PastedRows, TypedRows } from './plan-rows.js';

interface PlanFormProps {
  readonly draft: PlanDraft;
  readonly onChange: (changes: Partial<PlanDraft>) => void;
  readonly problems: PlanProblems;
}

const SHAPES = [
  ['even', 'Evenly, by the second'],
  ['cliff', 'Monthly, after a cliff'],
  ['upfront', 'A part at once, the rest by the second'],
] as const;

const INTERVALS = [
  ['DAILY', 'Every day'],
  ['WEEKLY', 'Every week'],
  ['BIWEEKLY', 'Every two weeks'],
  ['MONTHLY', 'Every month (30 days)'],
  ['YEARLY', 'Every year (365 days)'],
] as const;

/** Fields for the schedule: how grants vest, or how often salaries are paid. */
const Schedule = ({ draft, onChange, problems: { head } }: PlanFormProps) => (
  <>
    {draft.product === 'vesting' ? (
      <Field label="Vests">
        <SelectInput value={draft.shape} onChange={(shape) => onChange({ shape })} options={SHAPES} />
      </Field>
    ) : (
      <Field label="Paid">
        <SelectInput value={draft.interval} onChange={(interval) => onChange({ interval })} options={INTERVALS} />
      </Field>
    )}
    {draft.product === 'vesting' && draft.shape === 'cliff' && (
      <div className={styles['pair']}>
        <Field label="Cliff in months" hint="Nothing can be claimed before it." error={head.cliffMonths}>
          <TextInput
            value={draft.cliffMonths}
            onChange={(cliffMonths) => onChange({ cliffMonths })}
            inputMode="numeric"
          />
        </Field>
        <Field label="All has vested after months" error={head.months}>
          <TextInput value={draft.months} onChange={(months) => onChange({ months })} inputMode="numeric" />
        </Field>
      </div>
    )}
    {draft.product === 'vesting' && draft.shape === 'upfront' && (
      <Field label="At once, percent" error={head.upfrontPercent}>
        <TextInput
          value={draft.upfrontPercent}
          onChange={(upfrontPercent) => onChange({ upfrontPercent })}
          inputMode="decimal"
        />
      </Field>
    )}
    <div className={styles['pair']}>
      <Field label={draft.product === 'vesting' ? 'Starts' : 'First payment'} error={head.start}>
        <TextInput type="datetime-local" value={draft.start} onChange={(start) => onChange({ start })} />
      </Field>
      {hasEnd(draft) && (
        <Field label="Ends" error={head.end}>
          <TextInput type="datetime-local" value={draft.end} onChange={(end) => onChange({ end })} />
        </Field>
      )}
    </div>
  </>
);

/** Form for the terms and recipients of a new plan. */
export const PlanForm = ({ draft, onChange, problems }: PlanFormProps) => (
  <>
    <Card title="Terms">
      <div className={styles['fields']}>
        <div className={styles['pair']}>
          <Field label="A plan of">
            <SelectInput
              value={draft.product}
              onChange={(product) => onChange({ product })}
              options={[
                ['vesting', 'Grants, which vest'],
                ['recurring', 'Salaries, which recur'],
              ]}
            />
          </Field>
        </div>
        <AssetFields label={undefined} draft={{ ...draft, amount: '' }} onChange={onChange} problems={problems.head} />
        <Schedule draft={draft} onChange={onChange} problems={problems} />
        <div className={styles['pair']}>
          <Field label="Can you cancel them?">
            <SelectInput
              value={draft.cancelable}
              onChange={(cancelable) => onChange({ cancelable })}
              options={[
                ['yes', 'Yes, with notice'],
                ['no', 'No, they pay to the end'],
              ]}
            />
          </Field>
          <Field label="Description (optional)" hint="Shown to nobody else.">
            <TextInput value={draft.description} onChange={(description) => onChange({ description })} />
          </Field>
        </div>
      </div>
    </Card>
    <Card title="Recipients">
      <Field label="The list" error={problems.head.by}>
        <SelectInput
          value={draft.by}
          onChange={(by) => onChange({ by })}
          options={[
            ['rows', 'Typed row by row'],
            ['csv', 'A CSV, pasted or dropped'],
          ]}
        />
      </Field>
      {draft.by === 'rows' ? (
        <TypedRows draft={draft} onChange={onChange} problems={problems} />
      ) : (
        <PastedRows draft={draft} onChange={onChange} problems={problems} />
      )}
    </Card>
  </>
);
