import { AssetFields } from '../forms/asset-fields.js';
import styles from '../forms/form.module.css';
import { setterOf } from '../forms/setter-of.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import type { PaymentDraft, PaymentProblems } from './payment-draft.js';

interface PaymentFormProps {
  readonly draft: PaymentDraft;
  readonly onChange: (draft: PaymentDraft) => void;
  /** Problems by field; empty before the first submit. */
  readonly problems: PaymentProblems;
}

const INTERVALS = [
  ['DAILY', 'Every day'],
  ['WEEKLY', 'Every week'],
  ['BIWEEKLY', 'Every two weeks'],
  ['MONTHLY', 'Every 30 days'],
  ['YEARLY', 'Every 365 days'],
] as const;

/** Form for the terms of a new recurring payment. */
export const PaymentForm = ({ draft, onChange, problems }: PaymentFormProps) => {
  const set = setterOf({ draft, onChange });
  return (
    <div className={styles['fields']}>
      <Field label="Recipient" hint="The address that is paid. It cannot be changed later." error={problems.recipient}>
        <TextInput value={draft.recipient} onChange={set('recipient')} required />
      </Field>
      <AssetFields
        label="Amount each period"
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
      />
      <Field label="Paid">
        <SelectInput value={draft.interval} onChange={set('interval')} options={INTERVALS} />
      </Field>
      <div className={styles['pair']}>
        <Field label="First period" error={problems.start}>
          <TextInput type="datetime-local" value={draft.start} onChange={set('start')} />
        </Field>
        <Field
          label="Ends (optional)"
          hint="Twelve periods are paid in at once; fewer where it ends earlier."
          error={problems.end}
        >
          <TextInput type="datetime-local" value={draft.end} onChange={set('end')} />
        </Field>
      </div>
      <div className={styles['pair']}>
        <Field label="Can you cancel it?">
          <SelectInput
            value={draft.cancelable}
            onChange={set('cancelable')}
            options={[
              ['yes', 'Yes, with notice'],
              ['no', 'No, it pays to the end'],
            ]}
          />
        </Field>
        {draft.cancelable === 'yes' && (
          <Field label="Can you pause it?">
            <SelectInput
              value={draft.pausable}
              onChange={set('pausable')}
              options={[
                ['yes', 'Yes, with notice'],
                ['no', 'No'],
              ]}
            />
          </Field>
        )}
      </div>
      <Field label="Name for the recipient (optional)" hint="Everybody can read it.">
        <TextInput value={draft.recipientName} onChange={set('recipientName')} />
      </Field>
    </div>
  );
};
