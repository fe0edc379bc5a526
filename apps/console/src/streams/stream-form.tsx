import { AssetFields } from '../forms/asset-fields.js';
import styles from '../forms/form.module.css';
import { setterOf } from '../forms/setter-of.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import type { DraftProblems, StreamDraft } from './stream-draft.js';

interface StreamFormProps {
  readonly draft: StreamDraft;
  readonly onChange: (draft: StreamDraft) => void;
  /** Problems by field; empty before the first submit. */
  readonly problems: DraftProblems;
}

const TYPES = [
  ['LINEAR', 'Linear: a little every second'],
  ['STEP', 'In steps: a part at each interval'],
  ['RECURRING', 'In equal payments'],
] as const;

/** Form for the terms of a new stream. */
export const StreamForm = ({ draft, onChange, problems }: StreamFormProps) => {
  const set = setterOf({ draft, onChange });
  return (
    <div className={styles['fields']}>
      <Field
        label="Recipient"
        hint="The address that may claim. It cannot be changed later."
        error={problems.recipient}
      >
        <TextInput value={draft.recipient} onChange={set('recipient')} required />
      </Field>
      <AssetFields
        label="Amount"
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
      />
      <Field label="Vests">
        <SelectInput value={draft.type} onChange={set('type')} options={TYPES} />
      </Field>
      {draft.type !== 'LINEAR' && (
        <Field label="Interval in days" error={problems.intervalDays}>
          <TextInput value={draft.intervalDays} onChange={set('intervalDays')} inputMode="decimal" />
        </Field>
      )}
      <div className={styles['pair']}>
        <Field label="Starts" error={problems.start}>
          <TextInput type="datetime-local" value={draft.start} onChange={set('start')} />
        </Field>
        <Field label="Ends" error={problems.end}>
          <TextInput type="datetime-local" value={draft.end} onChange={set('end')} />
        </Field>
      </div>
      <div className={styles['pair']}>
        <Field label="Cliff (optional)" hint="Nothing can be claimed before it." error={problems.cliff}>
          <TextInput type="datetime-local" value={draft.cliff} onChange={set('cliff')} />
        </Field>
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
      </div>
      <Field label="Description (optional)" hint="Everybody can read it.">
        <TextInput value={draft.description} onChange={set('description')} />
      </Field>
    </div>
  );
};
