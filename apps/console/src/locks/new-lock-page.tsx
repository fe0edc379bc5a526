import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServices } from '../api/services.js';
import { AssetFields } from '../forms/asset-fields.js';
import { lockCosts } from '../forms/cost-lines.js';
import { NewPage } from '../forms/create-columns.js';
import { isAtOnce, timesOfVesting } from '../forms/lock-schedule.js';
import { movableField } from '../forms/movable-field.js';
import { NewRecordForm } from '../forms/new-record-form.js';
import { RecipientField } from '../forms/recipient-field.js';
import { scheduleFields } from '../forms/schedule-fields.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { textField } from '../ui/field.js';
import { Stack } from '../ui/layout.js';
import { type LockDraft, type LockDraftProblems, newLockDraft, readLockDraft } from './lock-draft.js';
import { LockSentence } from './lock-sentence.js';
import { onceCurve } from './once-curve.js';

interface LockFormProps {
  readonly draft: LockDraft;
  readonly onChange: (draft: LockDraft) => void;
  /** What funding costs beside the amount, satoshis; undefined while unknown. */
  readonly extra: bigint | undefined;
  /** Problems by field; empty before the first submit. */
  readonly problems: LockDraftProblems;
}

/** Form for the terms of a new lock. */
const LockForm = ({ draft, onChange, problems, extra }: LockFormProps) => {
  const form = { draft, onChange, problems };
  return (
    <Stack gap={16}>
      <RecipientField
        label={t('Recipient')}
        value={draft.recipient}
        onChange={(recipient) => onChange({ ...draft, recipient })}
        hint={
          draft.movable === 'yes'
            ? t('The address that it pays, yours or another’s.')
            : t('The address that it pays, yours or another’s. It cannot be changed later.')
        }
        error={problems.recipient}
        required
      />
      <AssetFields
        label={t('Amount')}
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
        most={{ extra }}
      />
      {scheduleFields(form, { of: 'lock' })}
      {movableField(form)}
      {textField(form, 'description', t('Description (optional)'), { hint: t('Everybody can read it.') })}
    </Stack>
  );
};

const PreviewChart = lazy(
  withTexts(async () => ({ default: (await import('../streams/schedule-chart.js')).ScheduleView })),
);
const NO_EVENTS: readonly never[] = [];
const route = getRouteApi('/locks/new');

/** Form for the terms, and their preview: what it does, the curve and the costs. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  return (
    <NewRecordForm
      product="lock"
      first={newLockDraft(now)}
      read={readLockDraft}
      Fields={LockForm}
      vault={route.useSearch().vault}
      ask={(asked, wallet) => weir.locks.preview(asked, wallet)}
      store={async (agreed, wallet) => (await weir.locks.create(agreed, wallet)).id}
      fund={(id, wallet, options) => weir.streams.at(id).fund(wallet, options)}
      open={(id) => navigate({ to: '/locks/$id', params: { id } })}
      costsOf={({ funding, lock }) => lockCosts(lock, lock.total_amount_base, funding)}
    >
      {({ lock, schedule }) => (
        <>
          <LockSentence lock={lock} isOffered />
          <Suspense fallback={<ChartWaiting what={t('Drawing the schedule…')} />}>
            <PreviewChart
              stream={lock}
              schedule={
                isAtOnce(timesOfVesting(lock)) ? onceCurve(lock.end_time, lock.total_amount_base, lock.as_of) : schedule
              }
              events={NO_EVENTS}
            />
          </Suspense>
        </>
      )}
    </NewRecordForm>
  );
};

const NewLockPage = () => <NewPage title={t('New lock')}>{(now) => <Form now={now} />}</NewPage>;

export default NewLockPage;
