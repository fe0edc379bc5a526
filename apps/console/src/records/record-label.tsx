import { Tag } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import { t } from '../language/text.js';
import { addLabels, useLabels } from '../names/record-labels.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import styles from './record-tools.module.css';

/** Lets the user give a record a name of their own, by which the search finds it. */
export const RecordLabel = ({ number }: { readonly number: string }) => {
  const path = location.pathname;
  const label = useLabels().find((one) => one.path === path)?.name ?? '';
  const [name, setName, forget] = useKeptState('label', label);
  const popover = useRef<HTMLFormElement>(null);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    addLabels([{ name: name.trim(), path, number }]);
    forget();
    popover.current?.hidePopover();
  };
  return (
    <>
      <Button look="quiet" small popoverTarget="label">
        <Tag size={16} aria-hidden="true" />{' '}
        {label === '' ? t('Label') : <bdi className={styles['label']}>{label}</bdi>}
      </Button>
      <form
        ref={popover}
        id="label"
        popover="auto"
        className={styles['share']}
        aria-label={t('Label of this record')}
        onSubmit={save}
      >
        <Field
          label={t('A name of your own')}
          hint={t('It is stored only in this browser, and the search finds it. Leave empty for none.')}
        >
          <TextInput value={name} onChange={setName} />
        </Field>
        <Button type="submit" look="main">
          {t('Save')}
        </Button>
      </form>
    </>
  );
};
