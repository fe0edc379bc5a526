import { getRouteApi, Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Stream, StreamDetail } from '@weir/client';
import { amountWithUnit } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { durationText, noticeText } from '../format/time.js';
import { DIVISIONS } from '../forms/grant-draft.js';
import { msg, numberText, plural, t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { calendarText } from '../payments/paydays-text.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { moveFact, MoveOffer, PendingMove } from '../records/pending-move.js';
import { RecordActions } from '../records/record-actions.js';
import { RecordPage } from '../records/record-page.js';
import { assetFacts, partyFacts } from '../records/term-facts.js';
import { useReader, useRecord } from '../records/use-record.js';
import { Card, type Fact, Facts } from '../ui/card.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { Waiting } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { splitNow } from './schedule-series.js';
import { choicesOf } from './stream-choices.js';
import { StreamMoney } from './stream-money.js';
import { VestingDates } from './vesting-dates.js';

const TYPES = {
  LINEAR: msg('A little every second'),
  STEP: msg('In steps'),
  RECURRING: msg('In equal payments'),
} as const;

/** Says on which dates a stream vests by the calendar, or how often; each with its name. */
const vestsFacts = (stream: Stream): readonly Fact[] => {
  const { calendar, tranches, stream_type: type, interval_seconds: interval } = stream;
  if (tranches !== null)
    return [
      [t('Vests'), plural(tranches.length, { one: 'On one date of its own', other: 'On {count} dates of their own' })],
      [t('First date'), <Time key="first" at={tranches[0]?.time ?? stream.end_time} />],
    ];
  if (calendar === null)
    return [
      [t('Vests'), t(TYPES[type])],
      [t('Starts'), <Time key="a" at={stream.start_time} />],
      [t('Every'), interval !== null && durationText(interval)],
    ];
  const { installments, cliffInstallment, allocation, releasedBase: released } = calendar;
  const division = DIVISIONS.find(([known]) => known === allocation);
  return [
    [t('Vests'), calendarText(calendar)],
    [t('Installments'), numberText(installments)],
    [
      t('With the cliff'),
      cliffInstallment > 1 && t('{count} installments vest at once', { count: numberText(cliffInstallment) }),
    ],
    [t('Divided'), stream.token_type !== 'BCH' && division !== undefined && t(division[1])],
    [t('Paid elsewhere before'), released > 0n && <Amount key="released" base={released} of={stream} />],
    [t('Starts'), <Time key="a" at={stream.start_time} />],
  ];
};

/** Shows the terms of a stream, as the contract enforces them. */
const StreamTerms = ({ stream }: { readonly stream: Stream }) => {
  const isMine = useRole();
  const { cliff_timestamp, refund } = stream;
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          [t('Total'), <Amount key="total" base={stream.total_amount_base} of={stream} />],
          ...partyFacts(stream, isMine),
          ...vestsFacts(stream),
          [t('Cliff'), cliff_timestamp !== null && <Time key="c" at={cliff_timestamp} />],
          [t('Ends'), <Time key="e" at={stream.end_time} />],
          [
            t('Can be cancelled'),
            stream.cancelable
              ? t('By the sender, with a notice of {duration}', { duration: noticeText(stream.cancel_notice_blocks) })
              : t('No: it pays until its end'),
          ],
          moveFact(stream),
          ...assetFacts(stream),
          [
            refund?.status === 'pending' ? t('Returns to the sender') : t('Returned to the sender'),
            refund !== null && <Amount key="f" base={refund.amountBase} of={stream} />,
          ],
        ]}
      />
    </Card>
  );
};

const ScheduleChart = lazy(() => import('./schedule-chart.js'));
const route = getRouteApi('/streams/$id');

/** Shows a stream: its figures, schedule and history, and what its parties can do. */
const View = ({ id, data: { stream, events } }: { readonly id: string; readonly data: StreamDetail }) => {
  const name = usePartyName(stream.recipient);
  const reader = useReader(stream);
  const { toRecipient, toSender } = splitNow(stream);
  const entries = entriesOf(events);
  return (
    <RecordPage
      id={id}
      kind={t('Stream')}
      displayId={stream.stream_id}
      title={stream.description ?? t('Stream for {name}', { name: name ?? shortAddress(stream.recipient) })}
      status={stream.status}
      money={<StreamMoney stream={stream} />}
      receipts={{ entries, of: stream }}
      onChain={{ contract: stream.contract_address, category: stream.token_category, asOf: stream.as_of }}
      actions={
        <>
          <PendingMove product="stream" record={stream} />
          <RecordActions
            product="stream"
            record={stream}
            choices={choicesOf(stream, reader)}
            cancelText={t(
              '{amount} go to the recipient at once, about {rest} return to you after a notice of {duration}, less what vests meanwhile. This cannot be undone.',
              {
                amount: amountWithUnit(toRecipient, stream),
                rest: amountWithUnit(toSender, stream),
                duration: noticeText(stream.cancel_notice_blocks),
              },
            )}
          />
          <MoveOffer record={stream} />
        </>
      }
      side={<StreamTerms stream={stream} />}
    >
      <Card title={t('Schedule')}>
        <Suspense fallback={<ChartWaiting what={t('Drawing the schedule…')} />}>
          <ScheduleChart id={id} stream={stream} events={events} />
        </Suspense>
        <VestingDates stream={stream} />
      </Card>
      <History of={stream} entries={entries} />
    </RecordPage>
  );
};

const StreamPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'stream', (weir, options) => weir.streams.at(id).get(options));
  return (
    <Loaded query={query} kind="stream">
      {(data) =>
        // A lock is a stream by another contract, and has a page of its own.
        data.stream.contract === 'LOCK' ? (
          <>
            <Waiting isPage what={t('Loading the lock…')} />
            <Navigate to="/locks/$id" params={{ id }} replace />
          </>
        ) : (
          <View id={id} data={data} />
        )
      }
    </Loaded>
  );
};

export default StreamPage;
