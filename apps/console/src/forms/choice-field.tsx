import { useId } from 'react';
import { Cell } from '../ui/layout.js';
import styles from './form.module.css';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Each with what it means, and what follows from it. */
  readonly options: readonly (readonly [value: Value, text: string, consequence: string])[];
}

/** A choice whose consequences are read before it is made: all are shown side by side. */
export const ChoiceField = <Value extends string>({ label, value, onChange, options }: ChoiceFieldProps<Value>) => {
  const id = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      {options.map(([one, text, consequence]) => (
        <label key={one}>
          <input
            type="radio"
            name={id}
            checked={one === value}
            aria-describedby={`${id}-${one}`}
            onChange={() => onChange(one)}
          />
          <span>{text}</span>
          <Cell as="span" column={2} id={`${id}-${one}`} className={styles['hint']}>
            {consequence}
          </Cell>
        </label>
      ))}
    </fieldset>
  );
};
