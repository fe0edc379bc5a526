import { useId } from 'react';
import { explainAddress } from '@weir/merkle/addresses';
import { useAddressPrefix } from '../api/services.js';
import { t } from '../language/text.js';
import { addressAmong, nameAmong, useContacts } from '../names/contacts.js';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';

interface RecipientFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/** A field for an address, which offers the user's contacts and takes their names. */
export const RecipientField = ({ label, value, onChange, hint, error, required = false }: RecipientFieldProps) => {
  const id = useId();
  const contacts = useContacts();
  const prefix = useAddressPrefix();
  const name = nameAmong(contacts, value);
  const fault = prefix === undefined || value.trim() === '' ? undefined : explainAddress(value, prefix);
  const converted = fault?.problem === 'LEGACY' && fault.isOfNetwork ? fault.converted : undefined;
  return (
    <Field
      label={label}
      hint={name === undefined ? hint : t('{name}, from your contacts. {hint}', { name, hint: hint ?? '' }).trim()}
      error={error}
    >
      <TextInput
        value={value}
        onChange={(text) => onChange(addressAmong(contacts, text) ?? text)}
        list={contacts.length === 0 ? undefined : id}
        required={required}
      />
      {contacts.length > 0 && (
        <datalist id={id}>
          {contacts.map((one) => (
            <option key={one.address} value={one.address} label={one.name} />
          ))}
        </datalist>
      )}
      {converted !== undefined && (
        <div>
          <Button small onClick={() => onChange(converted)}>
            {t('Use its cash address')}
          </Button>
        </div>
      )}
    </Field>
  );
};
