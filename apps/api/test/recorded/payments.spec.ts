import type { ListPaymentsResponse } from '@weir/api-contract';
import { emptyWallet } from '../support/pay-outputs.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createDuePayment,
  createPausedPayment,
  createPayment,
  DAY,
  NOTICE,
  payAsSender,
  paymentOf,
  payPaymentFunding,
  payPeriods,
  type PaymentScenario,
} from '../support/payment-scenario.js';
import { Recorder } from '../support/recorder.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const NO_HASH = 'a'.repeat(64);
const UNKNOWN = '/api/payments/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

/** A payment of an asset through all its states, and every route in each of them. */
const followPayment = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const claim = async (scenario: PaymentScenario): Promise<void> => {
    const { txHash, claimedAmount, intervalsClaimed } = await payPeriods(fixture, scenario);
    await client.post(`${scenario.path}/confirm-claim`, { txHash, claimedAmount, intervalsClaimed });
  };

  recorder.scene(`${asset.name}: PENDING`);
  const payment = await createPayment(fixture, { recipientName: 'Ada' }, asset);
  const { path, sender, recipient } = payment;
  const asSender = client.as(sender.address);
  await client.get(path);
  await client.post(`${path}/confirm-funding`, { txHash: NO_HASH });
  await asSender.post(`${path}/pause`);

  recorder.scene(`${asset.name}: ACTIVE`);
  const fundingTxHash = await payPaymentFunding(fixture, payment);
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  await client.get(`${path}/funding-info`);
  await client.get(path);
  await client.post(`${path}/claim`, { recipientAddress: recipient.address });
  await fixture.advance(2 * DAY + 60);
  await client.get(path);
  await claim(payment);
  await client.get(path);
  await fixture.advance(DAY);
  await client.post(`${path}/push`, { broadcast: false });
  await client.post(`${path}/push`, { broadcast: true });
  await client.as(recipient.address).get(path);

  recorder.scene(`${asset.name}: PAUSED`);
  await fixture.advance(DAY);
  const pauseTxHash = await payAsSender(fixture, payment, 'pause');
  await client.post(`${path}/confirm-pause`, { txHash: pauseTxHash });
  await client.get(path);
  await asSender.post(`${path}/resume`);
  await fixture.mine(NOTICE + 1);
  const resumeTxHash = await payAsSender(fixture, payment, 'resume');
  await client.get(path);
  await client.post(`${path}/confirm-resume`, { txHash: resumeTxHash });
  await client.get(path);

  recorder.scene(`${asset.name}: CANCELLED`);
  const cancelTxHash = await payAsSender(fixture, payment, 'cancel');
  await client.post(`${path}/confirm-cancel`, { txHash: cancelTxHash });
  await client.get(path);
  await fixture.mine();
  await client.post(`${path}/refund`);
  await fixture.mine(NOTICE);
  await client.post(`${path}/refund`);
  await client.get(path);

  recorder.scene(`${asset.name}: COMPLETED`);
  const start = fixture.time() + DAY;
  const short = await createActivePayment(
    fixture,
    { interval: 'WEEKLY', startDate: start, endDate: start + 14 * DAY, pausable: false, cancelable: false },
    asset,
  );
  await client.as(short.sender.address).post(`${short.path}/cancel`, {});
  await fixture.advance(20 * DAY);
  await claim(short);
  await client.get(short.path);

  recorder.scene(`${asset.name}: lists`);
  await client.get(`/api/payments?sender=${sender.address}`);
  await client.get(`/api/payments?recipient=${short.recipient.address}&status=COMPLETED`);
  const { body } = await client.get<ListPaymentsResponse>(`/api/payments?tokenType=${asset.tokenType}&limit=1`);
  await client.get(`/api/payments?tokenType=${asset.tokenType}&limit=1&cursor=${body.nextCursor ?? ''}`);
};

/** Stops of what is nearly over or stopped already, and claims that were never confirmed. */
const followStops = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const ask = ({ path, sender }: PaymentScenario, what: 'pause' | 'resume' | 'cancel', body?: object) =>
    client.as(sender.address).post(`${path}/${what}`, what === 'cancel' ? (body ?? {}) : undefined);
  recorder.scene(`${asset.name}: the last period, which no pause and no resume takes`);
  const two = { startDate: fixture.time() + DAY, endDate: fixture.time() + 2 * DAY };
  const [ending, paused] = [
    await createActivePayment(fixture, two, asset),
    await createActivePayment(fixture, two, asset),
  ];
  await actAsSender(fixture, paused, 'pause');
  await fixture.advance(DAY + 60);
  await claimPeriods(fixture, ending);
  await fixture.client.as(ending.sender.address).post(`${ending.path}/renew`, {});
  await fixture.client.as(paused.sender.address).post(`${paused.path}/renew`, {});
  await ask(ending, 'pause');
  await client.post(`${paused.path}/push`, { broadcast: true });
  await fixture.mine(NOTICE + 1);
  await ask(paused, 'resume');
  await fixture.advance(DAY);
  await ask(ending, 'pause');

  recorder.scene(`${asset.name}: cancelled from a pause, while it waits for its notice and settled`);
  const other = fixture.wallet();
  const stopped = await createDuePayment(fixture, 1, asset);
  await actAsSender(fixture, stopped, 'pause');
  await fixture.mine();
  await ask(stopped, 'cancel');
  await fixture.mine(NOTICE);
  await ask(stopped, 'cancel', { sender: other.address });
  await actAsSender(fixture, stopped, 'cancel');
  const settled = await createPausedPayment(fixture, asset);
  await ask(settled, 'resume');
  await actAsSender(fixture, settled, 'cancel');
  await fixture.mine(NOTICE + 1);
  for (const { path } of [stopped, settled]) {
    await client.post(`${path}/refund`);
    await client.get(path);
  }

  recorder.scene(
    `${asset.name}: a claim that was never confirmed, one of other periods, and a wallet that lacks the fee`,
  );
  const skipped = await createDuePayment(fixture, 1, asset);
  await payPeriods(fixture, skipped);
  await fixture.advance(2 * DAY);
  const { txHash, claimedAmount } = await payPeriods(fixture, skipped);
  for (const intervalsClaimed of [3, 2])
    await client.post(`${skipped.path}/confirm-claim`, { txHash, claimedAmount, intervalsClaimed });
  await client.get(skipped.path);
  await actAsSender(fixture, skipped, 'pause');
  await fixture.mine(NOTICE + 1);
  await emptyWallet(fixture, skipped.sender);
  await ask(skipped, 'resume');

  recorder.scene(`${asset.name}: what cannot be stopped`);
  await ask(await createActivePayment(fixture, { pausable: false }, asset), 'pause');
  await ask(await createActivePayment(fixture, { cancelable: false }, asset), 'cancel');
};

describe('the routes of payments', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      for (const asset of ASSETS) await followPayment(recorder, asset);
      recorder.scene('Previews and refusals');
      const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
      const asSender = fixture.client.as(sender.address);
      const order = (changes: object) => paymentOf(fixture, recipient, { amountPerPeriod: 0.01, ...changes });
      await asSender.post('/api/payments/preview', order({}));
      for (const body of [
        {},
        order({ interval: 'HOURLY' }),
        order({ amountPerPeriod: 0 }),
        order({ pausable: true, cancelable: false }),
        order({ ammountPerPeriod: 1 }),
      ])
        await asSender.post('/api/payments/create', body);
      await fixture.client.get(UNKNOWN);
      await fixture.client.get('/api/payments?limit=0');
      for (const asset of ASSETS) await followStops(recorder, asset);
      // Those in a currency are tested in `payments/currency.spec.ts`: their oracle signs with a new key each time.
      recorder.assertAsRecorded('payments', ['/api/payments'], '/api/currency-payments');
    } finally {
      await fixture.stop();
    }
  });
});
