import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Stream, StreamDetail } from '@weir/client';
import { groupsOf, shortAddress } from '../format/identifiers.js';
import { durationText } from '../format/time.js';
import { isAtOnce, timesOfVesting } from '../forms/lock-schedule.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { moveFact, MoveOffer, PendingMove } from '../records/pending-move.js';
import { RecordActions } from '../records/record-actions.js';
import { RecordPage } from '../records/record-page.js';
import { assetFacts, partyFacts } from '../records/term-facts.js';
import { useReader, useRecord } from '../records/use-record.js';
import { StreamMoney } from '../streams/stream-money.js';
import { Card, Facts } from '../ui/card.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { Steps } from '../ui/steps.js';
import { Amount, Copyable, Time, TxHash } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { lockChoices } from './lock-choices.js';
import { LockSentence } from './lock-sentence.js';
import { onceCurve } from './once-curve.js';

/** Shows the terms of a lock, as the contract enforces them. */
const LockTerms = ({ lock }: { readonly lock: Stream }) => {
  const isMine = useRole();
  const times = timesOfVesting(lock);
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          [t('Total'), <Amount key="total" base={lock.total_amount_base} of={lock} />],
          ...partyFacts(lock, isMine),
          [
            t('Given by'),
            lock.campaign_id !== null && (
              <Link key="g" to="/airdrops/$id" params={{ id: lock.campaign_id }}>
                {t('An airdrop')}
              </Link>
            ),
          ],
          [t('Starts'), !isAtOnce(times) && <Time key="a" at={times.start} />],
          [t('Cliff'), times.cliff !== null && <Time key="c" at={times.cliff} />],
          [t('Locked until'), <Time key="e" at={times.end} />],
          [t('Every'), times.step !== null && durationText(times.step)],
          [t('Can be cancelled'), t('By nobody')],
          moveFact(lock),
          ...assetFacts(lock),
        ]}
      />
    </Card>
  );
};

/** Says how to check a lock without this site: where it lies, and what its script does. */
const Proof = ({ lock }: { readonly lock: Stream }) => (
  <Card title={t('Proof of lock')}>
    <Facts
      facts={[
        [
          t('Contract address'),
          <Copyable
            key="a"
            text={lock.contract_address}
            shown={groupsOf(lock.contract_address)}
            what={t('contract address')}
          />,
        ],
        [t('Funding'), lock.funding_tx_hash !== null && <TxHash key="f" hash={lock.funding_tx_hash} />],
      ]}
    />
    <Steps>
      <li>{t('Ask any node or Electrum server for the unspent outputs of this address: their value is locked.')}</li>
      <li>
        {lock.transferable
          ? t(
              'The address is the hash of a script, which is made of these terms alone: recipient, total, start, cliff, step, steps and delay. It pays the recipient, or moves with a coin of theirs.',
            )
          : t(
              'The address is the hash of a script, which is made of these terms alone: recipient, total, start, cliff, step and steps. It has one path, a payment to the recipient.',
            )}
      </li>
      {lock.transferable && (
        <li>{t('A move leads to another address with the same terms: follow the history of its coin there.')}</li>
      )}
      <li>{t('So neither its sender nor this service has a key to it, and there is no other way to spend it.')}</li>
    </Steps>
    <p>{t('The recovery tool of Weir does all of this from an Electrum server alone, without this site.')}</p>
    {lock.token_category !== null && (
      <Link to="/tokens/$category" params={{ category: lock.token_category }}>
        {t('All locks of this token')}
      </Link>
    )}
  </Card>
);

const ScheduleChart = lazy(withTexts(() => import('../streams/schedule-chart.js')));
const OnceChart = lazy(
  withTexts(async () => ({ default: (await import('../streams/schedule-chart.js')).ScheduleView })),
);
const route = getRouteApi('/locks/$id');

/** Shows a lock: what is locked until when, its payments, and how to check it. */
const View = ({ id, data: { stream: lock, events } }: { readonly id: string; readonly data: StreamDetail }) => {
  const name = usePartyName(lock.recipient);
  const reader = useReader(lock);
  const entries = entriesOf(events);
  return (
    <RecordPage
      id={id}
      kind={t('Lock')}
      displayId={lock.stream_id}
      title={lock.description ?? t('Lock for {name}', { name: name ?? shortAddress(lock.recipient) })}
      status={lock.status}
      money={<StreamMoney stream={lock} />}
      receipts={{ entries, of: lock }}
      onChain={{ contract: lock.contract_address, category: lock.token_category, asOf: lock.as_of }}
      actions={
        <>
          <PendingMove product="lock" record={lock} />
          <RecordActions product="lock" record={lock} choices={lockChoices(lock, reader)} />
          <MoveOffer record={lock} />
        </>
      }
      side={<LockTerms lock={lock} />}
    >
      <Card title={t('Schedule')}>
        <LockSentence lock={lock} />
        <Suspense fallback={<ChartWaiting what={t('Drawing the schedule…')} />}>
          {isAtOnce(timesOfVesting(lock)) ? (
            <OnceChart
              stream={lock}
              schedule={onceCurve(lock.end_time, lock.total_amount_base, lock.as_of)}
              events={events}
            />
          ) : (
            <ScheduleChart id={id} stream={lock} events={events} />
          )}
        </Suspense>
      </Card>
      <History of={lock} entries={entries} />
      <Proof lock={lock} />
    </RecordPage>
  );
};

const LockPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'lock', (weir, options) => weir.streams.at(id).get(options));
  return (
    <Loaded query={query} kind="lock">
      {(data) => <View id={id} data={data} />}
    </Loaded>
  );
};

export default LockPage;
