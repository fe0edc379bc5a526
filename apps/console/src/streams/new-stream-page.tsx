import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { NewPage } from '../forms/new-page.js';
import { NewRecordForm } from '../forms/new-record-form.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { newDraft, readDraft } from './stream-draft.js';
import { StreamForm } from './stream-form.js';

const PreviewChart = lazy(() => import('./preview-chart.js'));
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
            <PreviewChart stream={stream} schedule={schedule} />
          </Suspense>
          <Costs what="Streamed" total={stream.total_amount_base} of={stream} funding={funding} isByVault={isByVault} />
        </>
      )}
    </NewRecordForm>
  );
};

const NewStreamPage = () => <NewPage title="New stream">{(now) => <Form now={now} />}</NewPage>;

export default NewStreamPage;
