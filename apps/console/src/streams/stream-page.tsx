import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { StreamDetail } from '@weir/client';
import { usePageTitle } from '../app/page-title.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { RecordPage } from '../records/record-page.js';
import { useRecord } from '../records/use-record.js';
import { Card } from '../ui/card.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { Figures } from '../ui/figures.js';
import { Amount } from '../ui/values.js';
import { StreamActions } from './stream-actions.js';
import { StreamTerms } from './stream-terms.js';

const ScheduleChart = lazy(() => import('./schedule-chart.js'));
const route = getRouteApi('/streams/$id');

/** Shows a stream: its figures, schedule and history, and what its parties can do. */
const View = ({ id, data: { stream, events } }: { readonly id: string; readonly data: StreamDetail }) => {
  usePageTitle(stream.stream_id);
  return (
    <RecordPage
      id={id}
      kind="Stream"
      title={stream.stream_id}
      status={stream.status}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Total', <Amount key="total" base={stream.total_amount_base} of={stream} />],
            ['Vested', <Amount key="vested" base={stream.vested_amount_base} of={stream} />],
            ['Claimed', <Amount key="claimed" base={stream.withdrawn_amount_base} of={stream} />],
            ['Can be claimed', <Amount key="claimable" base={stream.claimable_amount_base} of={stream} />],
          ]}
        />
      }
      side={
        <>
          <StreamActions stream={stream} />
          <StreamTerms stream={stream} />
        </>
      }
    >
      <Card title="Schedule">
        <Suspense fallback={<ChartWaiting what="Drawing the schedule…" />}>
          <ScheduleChart id={id} stream={stream} events={events} />
        </Suspense>
      </Card>
      <History of={stream} entries={entriesOf(events)} />
    </RecordPage>
  );
};

const StreamPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'stream', (weir, options) => weir.streams.at(id).get(options));
  return (
    <Loaded query={query} kind="stream">
      {(data) => <View id={id} data={data} />}
    </Loaded>
  );
};

export default StreamPage;
