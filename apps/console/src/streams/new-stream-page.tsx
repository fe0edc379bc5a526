import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServices } from '../api/services.js';
import { useTokenDecimals } from '../api/use-token.js';
import { AssetFields } from '../forms/asset-fields.js';
import { recordCosts } from '../forms/cost-lines.js';
import { NewPage } from '../forms/create-columns.js';
import { NewRecordForm } from '../forms/new-record-form.js';
import { RecipientField } from '../forms/recipient-field.js';
import { scheduleFields } from '../forms/schedule-fields.js';
import { t } from '../language/text.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { segmentField, textField } from '../ui/field.js';
import { Stack } from '../ui/layout.js';
import { GrantFields } from './grant-fields.js';
import {
  type DraftProblems,
  isByCalendar,
  newDraft,
  readDraft,
  type StreamDraft,
  withGrantPace,
} from './stream-draft.js';
import { TranchesGrid } from './tranches-grid.js';
import { VestingDates } from './vesting-dates.js';

interface StreamFormProps {
  readonly draft: StreamDraft;
  readonly onChange: (draft: StreamDraft) => void;
  /** What funding costs beside the amount, satoshis; undefined while unknown. */
  readonly extra: bigint | undefined;
  /** Problems by field; empty before the first submit. */
  readonly problems: DraftProblems;
}

/** Form for the terms of a new stream. */
const StreamForm = ({ draft, onChange, problems, extra }: StreamFormProps) => {
  const form = { draft, onChange, problems };
  const decimals = useTokenDecimals(draft);
  return (
    <Stack gap={16}>
      <RecipientField
        label={t('Recipient')}
        value={draft.recipient}
        onChange={(recipient) => onChange({ ...draft, recipient })}
        hint={t('The address that may claim. It cannot be changed later.')}
        error={problems.recipient}
        required
      />
      <AssetFields
        label={draft.length === 'tranches' ? undefined : t('Amount')}
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
        most={draft.length === 'tranches' ? undefined : { extra }}
      />
      {scheduleFields({ ...form, onChange: (changed) => onChange(withGrantPace(draft, changed)) }, { of: 'stream' })}
      {isByCalendar(draft) && <GrantFields {...form} />}
      {draft.length === 'tranches' && (
        <TranchesGrid
          draft={draft}
          onRows={(tranches) => onChange({ ...draft, tranches })}
          decimals={decimals ?? 0}
          error={problems.tranches}
        />
      )}
      {segmentField(form, 'cancelable', t('Can you cancel it?'), [
        ['yes', t('Yes, with notice')],
        ['no', t('No, it pays to the end')],
      ])}
      {textField(form, 'description', t('Description (optional)'), { hint: t('Everybody can read it.') })}
    </Stack>
  );
};

const PreviewChart = lazy(async () => ({ default: (await import('./schedule-chart.js')).ScheduleView }));
const NO_EVENTS: readonly never[] = [];
const route = getRouteApi('/streams/new');

/** Form for the terms, and their preview: the schedule and the costs. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  return (
    <NewRecordForm
      product="stream"
      first={newDraft(now)}
      read={readDraft}
      Fields={StreamForm}
      vault={route.useSearch().vault}
      ask={(asked, wallet) => weir.streams.preview(asked, wallet)}
      store={async (agreed, wallet) => (await weir.streams.create(agreed, wallet)).id}
      fund={(id, wallet, options) => weir.streams.at(id).fund(wallet, options)}
      open={(id) => navigate({ to: '/streams/$id', params: { id } })}
      costsOf={({ funding, stream }) => recordCosts(t('Streamed'), stream, stream.total_amount_base, funding)}
    >
      {({ stream, schedule }) => (
        <>
          <Suspense fallback={<ChartWaiting what={t('Drawing the schedule…')} />}>
            <PreviewChart stream={stream} schedule={schedule} events={NO_EVENTS} />
          </Suspense>
          <VestingDates stream={stream} />
        </>
      )}
    </NewRecordForm>
  );
};

const NewStreamPage = () => <NewPage title={t('New stream')}>{(now) => <Form now={now} />}</NewPage>;

export default NewStreamPage;
