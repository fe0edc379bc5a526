import { FUNDED_PERIODS } from '@weir/kinds';
import { t } from '../language/text.js';
import { Field, TextInput } from '../ui/field.js';

/** Parses a number of paydays; undefined where one funding cannot pay as many. */
export const paydaysOf = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= FUNDED_PERIODS ? count : undefined;
};

interface PaydaysFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Field for the number of paydays that a funding pays. */
export const PaydaysField = ({ label, value, onChange }: PaydaysFieldProps) => (
  <Field
    label={label}
    error={paydaysOf(value) === undefined ? t('A number from 1 to {most}', { most: FUNDED_PERIODS }) : undefined}
  >
    <TextInput value={value} onChange={onChange} inputMode="numeric" />
  </Field>
);
