import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Stream, StreamDetail } from '@weir/client';
import type { Offer } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { durationText } from '../format/time.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { commonOffer, RecordActions } from '../records/record-actions.js';
import { RecordPage } from '../records/record-page.js';
import { assetFacts, chainTimeFact, contractFact, partyFacts } from '../records/term-facts.js';
import { useReader, useRecord } from '../records/use-record.js';
import { Card, Facts, Figures } from '../ui/card.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { usePageTitle } from '../ui/hooks.js';
import { Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { splitNow } from './schedule-series.js';
import { choicesOf, type StreamVerb } from './stream-choices.js';

/** Returns the button of a verb and its confirmation. */
const offerOf = (verb: StreamVerb, stream: Stream): Offer<StreamVerb> => {
  const text = (base: bigint): string => amountWithUnit(base, stream);
  if (verb !== 'cancel') return commonOffer(verb, text(stream.claimable_amount_base));
  const { toRecipient, toSender } = splitNow(stream);
  return {
    verb,
    label: 'Cancel the stream',
    question: {
      title: 'Cancel this stream?',
      confirm: 'Cancel it',
      text: (
        <p>
          {text(toRecipient)} go to the recipient at once, about {text(toSender)} return to you after{' '}
          {stream.cancel_notice_blocks} blocks’ notice, less what vests meanwhile. This cannot be undone.
        </p>
      ),
    },
  };
};

/** Shows what the user can do with a stream now, or who can, and when. */
const StreamActions = ({ stream }: { readonly stream: Stream }) => {
  const { weir } = useServices();
  const choices = choicesOf(stream, useReader(stream));
  const handle = weir.streams.at(stream.id);
  return (
    <RecordActions
      product="stream"
      record={stream}
      subject={{ streamIds: [stream.id] }}
      choices={choices}
      offerOf={(verb) => offerOf(verb, stream)}
      act={(verb, wallet, options) =>
        // Pushes and refunds need no signature.
        verb === 'push' || verb === 'refund' ? handle[verb](options) : handle[verb](wallet, options)
      }
    />
  );
};

const TYPES = { LINEAR: 'Linear', STEP: 'In steps', RECURRING: 'In equal payments' } as const;

/** Shows the terms of a stream, as the contract enforces them. */
const StreamTerms = ({ stream }: { readonly stream: Stream }) => {
  const isMine = useRole();
  const { cliff_timestamp, interval_seconds, refund, description } = stream;
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ...(description === null || description === '' ? [] : [['Description', description] as const]),
          ...partyFacts(stream, isMine),
          ['Vests', TYPES[stream.stream_type]],
          ['Starts', <Time key="a" at={stream.start_time} />],
          ...(cliff_timestamp === null ? [] : [['Cliff', <Time key="c" at={cliff_timestamp} />] as const]),
          ['Ends', <Time key="e" at={stream.end_time} />],
          ...(interval_seconds === null ? [] : [['Every', durationText(interval_seconds)] as const]),
          [
            'Can be cancelled',
            stream.cancelable
              ? `By the sender, with ${stream.cancel_notice_blocks} blocks’ notice`
              : 'No: it pays until its end',
          ],
          ...assetFacts(stream),
          contractFact(stream.contract_address),
          ...(refund === null
            ? []
            : [
                [
                  refund.status === 'pending' ? 'Returns to the sender' : 'Returned to the sender',
                  <Amount key="f" base={refund.amountBase} of={stream} />,
                ] as const,
              ]),
          chainTimeFact(stream.as_of),
        ]}
      />
    </Card>
  );
};

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
          label="Summary"
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
