import { Field as Base } from '@base-ui/react/field';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LAST_INPUT } from '../format/time.js';
import styles from './field.module.css';
import { Stack, stack } from './layout.js';

interface FieldProps {
  readonly label: string;
  /** What to enter, and what it means. */
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A control with its label and its hint or error, associated for screen readers. An error that typing causes shows once the field is
 * left, or Enter pressed: half an amount is not wrong yet.
 */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const [isTyping, setTyping] = useState(false);
  const shown = isTyping ? undefined : error;
  return (
    <Base.Root
      {...stack({ gap: 5 })}
      invalid={shown !== undefined}
      onInput={() => setTyping(shown === undefined)}
      onBlur={() => setTyping(false)}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && setTyping(false)}
    >
      <Base.Label className={styles['label']}>{label}</Base.Label>
      {children}
      {hint !== undefined && shown === undefined && (
        <Base.Description className={styles['hint']}>{hint}</Base.Description>
      )}
      {shown !== undefined && (
        <Base.Error match className={styles['error']}>
          {shown}
        </Base.Error>
      )}
    </Base.Root>
  );
};

interface TextInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'datetime-local' | 'number';
  readonly placeholder?: string;
  readonly inputMode?: 'decimal' | 'numeric';
  readonly required?: boolean;
  /** Id of a list of suggestions. */
  readonly list?: string | undefined;
}

export const TextInput = ({ onChange, type = 'text', ...rest }: TextInputProps) => (
  <Base.Control
    className={styles['input']}
    type={type}
    // Addresses and amounts are from left to right in every language.
    dir="auto"
    // Browsers then take four digits of a year.
    max={type === 'datetime-local' ? LAST_INPUT : undefined}
    autoComplete="off"
    spellCheck={false}
    onValueChange={onChange}
    {...rest}
  />
);

interface SelectInputProps<Value extends string> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly (readonly [value: Value, text: string])[];
}

/** A native select, which phones show better than a custom one. */
export const SelectInput = <Value extends string>({ value, onChange, options }: SelectInputProps<Value>) => (
  <Base.Control
    render={
      <select
        className={styles['input']}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([one]) => one === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    }
  />
);

interface SegmentsProps<Value extends string> extends SelectInputProps<Value> {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A choice of two or three, all of them in view. */
export const Segments = <Value extends string>({ label, hint, value, onChange, options }: SegmentsProps<Value>) => {
  const id = useId();
  return (
    <Stack
      gap={5}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <div className={styles['segments']}>
        {options.map(([one, text]) => (
          <label key={one} className={styles['segment']}>
            <input type="radio" name={id} value={one} checked={one === value} onChange={() => onChange(one)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </span>
      )}
    </Stack>
  );
};

/** A draft, what changes it, and what is wrong with it, by field. */
interface Form<Draft, Name extends string> {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly problems: Readonly<Partial<Record<NoInfer<Name>, string>>>;
}

/** Returns the text input of a field of a draft. */
export const textField = <Name extends string, Draft extends Readonly<Record<Name, string>>>(
  { draft, onChange, problems }: Form<Draft, Name>,
  name: Name,
  label: string,
  { hint, ...input }: Pick<FieldProps, 'hint'> & Omit<TextInputProps, 'value' | 'onChange'> = {},
) => (
  <Field label={label} hint={hint} error={problems[name]}>
    <TextInput value={draft[name]} onChange={(value) => onChange({ ...draft, [name]: value })} {...input} />
  </Field>
);

/** Returns the select of a field of a draft. */
export const selectField = <Name extends string, Draft extends Readonly<Record<Name, string>>>(
  { draft, onChange, problems }: Form<Draft, Name>,
  name: Name,
  label: string,
  options: SelectInputProps<Draft[Name]>['options'],
  hint?: string,
) => (
  <Field label={label} hint={hint} error={problems[name]}>
    <SelectInput value={draft[name]} onChange={(value) => onChange({ ...draft, [name]: value })} options={options} />
  </Field>
);

/** Returns the choice of two or three of a field of a draft, which has no wrong answers. */
export const segmentField = <Name extends string, Draft extends Readonly<Record<Name, string>>>(
  { draft, onChange }: Pick<Form<Draft, Name>, 'draft' | 'onChange'>,
  name: Name,
  label: string,
  options: SelectInputProps<Draft[Name]>['options'],
  hint?: string,
) => (
  <Segments
    label={label}
    hint={hint}
    value={draft[name]}
    onChange={(value) => onChange({ ...draft, [name]: value })}
    options={options}
  />
);
