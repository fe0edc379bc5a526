import { t, tOptions } from '../language/text.js';
import { selectField, textField } from '../ui/field.js';
import styles from './form.module.css';
import { hasPace, LENGTHS, PACES, type ScheduleDraft, type ScheduleProblems } from './schedule-draft.js';
import { timeField } from './time-field.js';

interface ScheduleForm<Draft> {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly problems: ScheduleProblems;
}

/** Fields for when something vests: the same for one stream and for the rows of a plan. */
export const scheduleFields = <Draft extends ScheduleDraft>(form: ScheduleForm<Draft>, isPaced = true) => {
  const { length, pace } = form.draft;
  return (
    <>
      {selectField(form, 'length', t('When'), tOptions(LENGTHS))}
      <div className={styles['pair']}>
        {timeField(form, 'start', length === 'once' ? t('On') : t('Starts'))}
        {length === 'dates' && timeField(form, 'end', t('Ends'))}
        {length === 'months' && textField(form, 'months', t('All has vested after months'), { inputMode: 'numeric' })}
      </div>
      {length === 'months' &&
        textField(form, 'cliffMonths', t('Cliff in months'), {
          hint: t('Nothing can be claimed before it; 0 for none.'),
          inputMode: 'numeric',
        })}
      {length === 'dates' &&
        timeField(form, 'cliff', t('Cliff (optional)'), { hint: t('Nothing can be claimed before it.') })}
      {isPaced && hasPace(form.draft) && (
        <div className={styles['pair']}>
          {selectField(form, 'pace', t('Vests'), tOptions(PACES))}
          {pace === 'days' && textField(form, 'intervalDays', t('Interval in days'), { inputMode: 'decimal' })}
        </div>
      )}
    </>
  );
};
