import { t, tOptions } from '../language/text.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { Columns } from '../ui/layout.js';
import { LOCK_LENGTHS } from './lock-schedule.js';
import {
  hasPace,
  LENGTHS,
  PACES,
  type ScheduleDraft,
  type ScheduleProblems,
  STREAM_LENGTHS,
  STREAM_PACES,
} from './schedule-draft.js';
import { timeField } from './time-field.js';

interface ScheduleForm<Draft> {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly problems: ScheduleProblems;
}

interface ScheduleOptions {
  readonly isPaced?: boolean;
  /** Whose schedule it is. A lock has presets of its own, and an end alone where all of it comes at once; a stream has the calendar. */
  readonly of?: 'plan' | 'lock' | 'stream';
}

const LENGTHS_OF = { plan: LENGTHS, lock: LOCK_LENGTHS, stream: STREAM_LENGTHS } as const;

/** Fields for when something vests: the same for one stream or lock, for the rows of a plan, and for claims. */
export const scheduleFields = <Draft extends ScheduleDraft>(
  form: ScheduleForm<Draft>,
  { isPaced = true, of = 'plan' }: ScheduleOptions = {},
) => {
  const { length, pace } = form.draft;
  const times = (
    <Columns gap={16}>
      {of === 'lock' && length === 'once'
        ? timeField(form, 'end', t('Locked until'))
        : timeField(form, 'start', length === 'once' ? t('On') : t('Starts'))}
      {length === 'dates' && timeField(form, 'end', t('Ends'))}
      {length === 'months' && textField(form, 'months', t('Months until fully vested'), { inputMode: 'numeric' })}
    </Columns>
  );
  return (
    <>
      {selectField(form, 'length', t('When'), tOptions(LENGTHS_OF[of]))}
      {length !== 'tranches' && times}
      {length === 'months' &&
        textField(form, 'cliffMonths', t('Cliff in months'), {
          hint: t('Nothing can be claimed before it; 0 for none.'),
          inputMode: 'numeric',
        })}
      {length === 'dates' &&
        timeField(form, 'cliff', t('Cliff (optional)'), { hint: t('Nothing can be claimed before it.') })}
      {isPaced && hasPace(form.draft) && (
        <Columns gap={16}>
          {segmentField(form, 'pace', t('Vests'), tOptions(of === 'stream' ? STREAM_PACES : PACES))}
          {pace === 'days' && textField(form, 'intervalDays', t('Interval in days'), { inputMode: 'decimal' })}
        </Columns>
      )}
    </>
  );
};
