import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServices } from '../api/services.js';
import { AssetFields } from '../forms/asset-fields.js';
import { Costs, NewPage } from '../forms/create-columns.js';
import styles from '../forms/form.module.css';
import { NewRecordForm } from '../forms/new-record-form.js';
import { setterOf } from '../forms/problems.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import { type DraftProblems, newDraft, readDraft, type StreamDraft } from './stream-draft.js';

interface StreamFormProps {
  readonly draft: StreamDraft;
  readonly onChange: (draft: StreamDraft) => void;
  /** Problems by field; empty before the first submit. */
  readonly problems: DraftProblems;
}

const TYPES = [
  ['LINEAR', 'Linear: a little every second'],
  ['STEP', 'In steps: a part at each interval'],
  ['RECURRING', 'In equal payments'],
] as const;

/** Form for the terms of a new stream. */
const StreamForm = ({ draft, onChange, problems }: StreamFormProps) => {
  const set = setterOf({ draft, onChange });
  return (
    <div className={styles['fields']}>
      <Field
        label="Recipient"
        hint="The address that may claim. It cannot be changed later."
        error={problems.recipient}
      >
        <TextInput value={draft.recipient} onChange={set('recipient')} required />
      </Field>
      <AssetFields
        label="Amount"
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
      />
      <Field label="Vests">
        <SelectInput value={draft.type} onChange={set('type')} options={TYPES} />
      </Field>
      {draft.type !== 'LINEAR' && (
        <Field label="Interval in days" error={problems.intervalDays}>
          <TextInput value={draft.intervalDays} onChange={set('intervalDays')} inputMode="decimal" />
        </Field>
      )}
      <div className={styles['pair']}>
        <Field label="Starts" error={problems.start}>
          <TextInput type="datetime-local" value={draft.start} onChange={set('start')} />
        </Field>
        <Field label="Ends" error={problems.end}>
          <TextInput type="datetime-local" value={draft.end} onChange={set('end')} />
        </Field>
      </div>
      <div className={styles['pair']}>
        <Field label="Cliff (optional)" hint="Nothing can be claimed before it." error={problems.cliff}>
          <TextInput type="datetime-local" value={draft.cliff} onChange={set('cliff')} />
        </Field>
        <Field label="Can you cancel it?">
          <SelectInput
            value={draft.cancelable}
            onChange={set('cancelable')}
            options={[
              ['yes', 'Yes, with notice'],
              ['no', 'No, it pays to the end'],
            ]}
          />
        </Field>
      </div>
      <Field label="Description (optional)" hint="Everybody can read it.">
        <TextInput value={draft.description} onChange={set('description')} />
      </Field>
    </div>
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
      what="stream"
      first={newDraft(now)}
      read={readDraft}
      Fields={StreamForm}
      vault={route.useSearch().vault}
      ask={(asked, wallet) => weir.streams.preview(asked, wallet)}
      create={async (agreed, wallet) => {
        const { id } = await weir.streams.create(agreed, wallet);
        await navigate({ to: '/streams/$id', params: { id } });
      }}
    >
      {({ funding, stream, schedule }, isByVault) => (
        <>
          <Suspense fallback={<ChartWaiting what="Drawing the schedule…" />}>
            <PreviewChart stream={stream} schedule={schedule} events={NO_EVENTS} />
          </Suspense>
          <Costs what="Streamed" total={stream.total_amount_base} of={stream} funding={funding} isByVault={isByVault} />
        </>
      )}
    </NewRecordForm>
  );
};

const NewStreamPage = () => <NewPage title="New stream">{(now) => <Form now={now} />}</NewPage>;

export default NewStreamPage;
