import { fromLocalInput, timeText } from '../format/time.js';
import { textField } from '../ui/field.js';

/** Returns the input of a time, which says below how the page shows it, with its zone: browsers write dates their own way. */
export const timeField = <Name extends string, Draft extends Readonly<Record<Name, string>>>(
  form: Parameters<typeof textField<Name, Draft>>[0],
  name: Name,
  label: string,
  { hint }: { readonly hint?: string } = {},
) => {
  const time = fromLocalInput(form.draft[name]);
  const hints = [time === undefined ? undefined : `${timeText(time)}.`, hint].filter((part) => part !== undefined);
  return textField(form, name, label, {
    type: 'datetime-local',
    hint: hints.length === 0 ? undefined : hints.join(' '),
  });
};
