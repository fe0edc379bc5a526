import { useId, useState } from 'react';
import { AssetFields } from '../forms/asset-fields.js';
import { scheduleFields } from '../forms/schedule-fields.js';
import { timeField } from '../forms/time-field.js';
import { INTERVALS } from '../payments/intervals.js';
import { Button, classes } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, selectField, textField, TextInput } from '../ui/field.js';
import { useFileDrop } from '../ui/hooks.js';
import { EMPTY_ROW, isBlank, isUpfront, type PlanDraft, type PlanProblems, type RowDraft } from './plan-draft.js';
import styles from './plan-form.module.css';

interface PlanFormProps {
  readonly draft: PlanDraft;
  readonly onChange: (changes: Partial<PlanDraft>) => void;
  readonly problems: PlanProblems;
}

/** Fields for recipients typed one by one. The last row is always empty: typing into it adds another. */
const TypedRows = ({ draft, onChange, problems }: PlanFormProps) => {
  const set = (index: number, changes: Partial<RowDraft>): void => {
    const rows = draft.rows.map((row, place) => (place === index ? { ...row, ...changes } : row));
    const last = rows.at(-1);
    onChange({ rows: last === undefined || !isBlank(last) ? [...rows, EMPTY_ROW] : rows });
  };
  return (
    <ol className={styles['rows']}>
      {draft.rows.map((row, index) => (
        // Rows have no key but their index.
        <li key={index} className={styles['row']}>
          <Field label={`Recipient ${index + 1}`} error={problems.rows[index]?.recipient}>
            <TextInput value={row.recipient} onChange={(recipient) => set(index, { recipient })} />
          </Field>
          <Field
            label={draft.product === 'vesting' ? `Amount ${index + 1}` : `Per payday ${index + 1}`}
            error={problems.rows[index]?.amount}
          >
            <TextInput value={row.amount} onChange={(amount) => set(index, { amount })} inputMode="decimal" />
          </Field>
          <Field label={`Label ${index + 1}`}>
            <TextInput value={row.label} onChange={(label) => set(index, { label })} placeholder="For you alone" />
          </Field>
        </li>
      ))}
    </ol>
  );
};

/** Longest file shown for editing, characters; of longer ones only the name is shown. */
const SHOWN_CHARACTERS = 20_000;

/** Field for recipients as CSV, pasted or dropped. */
const PastedRows = ({ draft, onChange }: PlanFormProps) => {
  const id = useId();
  const [name, setName] = useState('');
  const take = async (file: File): Promise<void> => {
    setName(file.name);
    onChange({ csv: await file.text() });
  };
  const { isOver, zone } = useFileDrop((file) => void take(file));
  const isLong = name !== '' && draft.csv.length > SHOWN_CHARACTERS;
  return (
    <div className={classes(styles['drop'], isOver && styles['over'])} {...zone}>
      {draft.csv !== '' && name !== '' && (
        <p className={styles['buttons']}>
          {name}: {draft.csv.trimEnd().split('\n').length.toLocaleString()} lines{' '}
          <Button
            small
            onClick={() => {
              setName('');
              onChange({ csv: '' });
            }}
          >
            Remove it
          </Button>
        </p>
      )}
      {!isLong && (
        <>
          <label htmlFor={`${id}-text`} className={styles['name']}>
            Lines of a CSV
          </label>
          <textarea
            id={`${id}-text`}
            className={styles['text']}
            rows={8}
            spellCheck={false}
            value={draft.csv}
            onChange={({ target }) => onChange({ csv: target.value })}
            placeholder={'address,amount,label\nbitcoincash:q…,1.5,Ada'}
          />
        </>
      )}
      <p className={styles['hint']}>
        Columns by a header, of address, amount, start, end, cliff, step and label; without a header in this order. What
        a line leaves out, the terms say. Up to 10,000 lines.
      </p>
      <label className={styles['file']}>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target: { files } }) => files?.[0] && void take(files[0])}
        />
        <span>Choose a file, or drop it here</span>
      </label>
    </div>
  );
};

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
      <div className={styles['pair']}>
        {selectField(form, 'interval', 'Paid', INTERVALS)}
        {timeField(form, 'start', 'First payday')}
      </div>
    );
  return (
    <>
      {scheduleFields(form, !isUpfront(draft))}
      {draft.length !== 'once' && (
        <div className={styles['pair']}>
          {selectField(form, 'upfront', 'A part at once?', [
            ['no', 'No'],
            ['yes', 'Yes, at the start'],
          ])}
          {isUpfront(draft) && textField(form, 'upfrontPercent', 'At once, percent', { inputMode: 'decimal' })}
        </div>
      )}
    </>
  );
};

/** Form for the terms and recipients of a new plan. */
export const PlanForm = ({ draft, onChange, problems }: PlanFormProps) => {
  const form: TermsForm = { draft, onChange, problems: problems.head };
  return (
    <>
      <Card title="Terms">
        <div className={styles['fields']}>
          <div className={styles['pair']}>
            {selectField(form, 'product', 'A plan of', [
              ['vesting', 'Grants, which vest'],
              ['recurring', 'Salaries, which recur'],
            ])}
          </div>
          <AssetFields
            label={undefined}
            draft={{ ...draft, amount: '' }}
            onChange={onChange}
            problems={problems.head}
          />
          {timeFields(form)}
          <div className={styles['pair']}>
            {selectField(form, 'cancelable', 'Can you cancel them?', [
              ['yes', 'Yes, with notice'],
              ['no', 'No, they pay to the end'],
            ])}
            {textField(form, 'description', 'Description (optional)', { hint: 'Shown to nobody else.' })}
          </div>
        </div>
      </Card>
      <Card title="Recipients">
        {selectField(form, 'by', 'The list', [
          ['rows', 'Typed row by row'],
          ['csv', 'A CSV, pasted or dropped'],
        ])}
        {draft.by === 'rows' ? (
          <TypedRows draft={draft} onChange={onChange} problems={problems} />
        ) : (
          <PastedRows draft={draft} onChange={onChange} problems={problems} />
        )}
      </Card>
    </>
  );
};
