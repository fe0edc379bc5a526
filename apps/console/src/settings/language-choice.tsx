import { isLanguage, LANGUAGES } from '../language/languages.js';
import { chooseLanguage } from '../language/load.js';
import { currentLanguage, t } from '../language/text.js';
import { Field, SelectInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';

const OPTIONS = Object.entries(LANGUAGES);

/** Chooses the language of the page. Each is named in itself, so that its readers find it. */
export const LanguageChoice = () => {
  const task = useTask();
  return (
    <>
      <Field label={t('Language')}>
        <SelectInput
          value={currentLanguage()}
          onChange={(chosen) => {
            if (isLanguage(chosen)) void task.run(() => chooseLanguage(chosen));
          }}
          options={OPTIONS}
        />
      </Field>
      <TaskState task={task} what={t('Loading the language…')} />
    </>
  );
};
