import { asShown, asTyped, plainText } from '../format/amount.js';
import { type AmountUnit, readTyped } from '../format/typed-amount.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Row } from '../ui/layout.js';

interface AmountFieldProps extends AmountUnit {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What to know beside the reading. */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** An example, as a plain decimal. */
  readonly placeholder?: string;
  readonly required?: boolean;
}

/** Whether a text is written as the page writes amounts, so that nobody wonders how it is read. */
const isObvious = (text: string, plain: string): boolean => {
  const typed = text.trim();
  return typed === asTyped(plain) || typed === asShown(plain);
};

/**
 * A field for an amount. Beside it is how the text is read, where that is not obvious; a text with two meanings is not read: the page
 * asks which is meant.
 */
export const AmountField = ({
  label,
  value,
  onChange,
  decimals,
  unit,
  hint,
  error,
  placeholder,
  ...input
}: AmountFieldProps) => {
  const read = readTyped(value, decimals);
  const plain = read.status === 'ok' ? plainText(read.units, decimals) : undefined;
  const reading =
    plain === undefined || isObvious(value, plain)
      ? undefined
      : t('= {amount}', { amount: `${asShown(plain)} ${unit}` });
  const hints = [reading, hint].filter((part) => part !== undefined);
  return (
    <Field label={label} hint={hints.length === 0 ? undefined : hints.join(' · ')} error={error}>
      <TextInput
        value={value}
        onChange={onChange}
        inputMode="decimal"
        {...(placeholder !== undefined && { placeholder: asTyped(placeholder) })}
        {...input}
      />
      {/* Above the error, which shows as the field is left: a button that moves under the finger is not pressed. */}
      {read.status === 'ambiguous' && (
        <Row role="group" aria-label={t('Which amount do you mean?')} gap={8}>
          {read.choices.map((choice) => (
            <Button key={choice.mark} small onClick={() => onChange(asTyped(choice.plain))}>
              {`${asShown(choice.plain)} ${unit}`}
            </Button>
          ))}
        </Row>
      )}
    </Field>
  );
};
