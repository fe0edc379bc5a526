import type { CreateStreamResponse, ListStreamsResponse, PushResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { ocfFiles } from '../support/ocf-files.js';
import { emptyWallet } from '../support/pay-outputs.js';
import { NOTICE } from '../support/payment-scenario.js';
import { Recorder } from '../support/recorder.js';
import {
  createActiveStream,
  createStream,
  creationOf,
  payCancel,
  payClaim,
  payFunding,
} from '../support/stream-scenario.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const HOUR = 3_600;
const NO_HASH = 'a'.repeat(64);
const UNKNOWN = '/api/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

/** A stream of an asset through all its states, and every route in each of them. */
const followStream = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const readAll = async (path: string): Promise<void> => {
    await client.get(path);
    await client.get(`${path}/schedule?points=5`);
    await client.get(`${path}/claim-info`);
  };

  recorder.scene(`${asset.name}: PENDING`);
  const stream = await createStream(fixture, { description: 'Grant', cliffTimestamp: fixture.time() + HOUR }, asset);
  const { path, sender, recipient } = stream;
  const [asSender, asRecipient] = [client.as(sender.address), client.as(recipient.address)];
  await readAll(path);
  await client.post(`${path}/confirm-funding`, { txHash: NO_HASH });
  await asSender.post(`${path}/cancel`, { sender: sender.address });

  recorder.scene(`${asset.name}: ACTIVE`);
  const fundingTxHash = await payFunding(fixture, stream);
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  await client.get(`${path}/funding-info`);
  await readAll(path);
  await asRecipient.post(`${path}/claim`, { recipientAddress: recipient.address });
  await fixture.advance(10 * HOUR);
  await readAll(path);
  await client.post(`${path}/push`, { broadcast: false });
  const claim = await payClaim(fixture, stream);
  await client.post(`${path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimedAmount });
  await client.post(`${path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimedAmount });
  await fixture.advance(HOUR);
  await client.post(`${path}/push`, { broadcast: true });
  await asRecipient.get(path);
  await client.post(`${path}/claim`, { recipientAddress: recipient.address });
  await asSender.post(`${path}/claim`, { recipientAddress: recipient.address });

  recorder.scene(`${asset.name}: CANCELLED`);
  await fixture.advance(HOUR);
  const cancelTxHash = await payCancel(fixture, stream);
  await client.post(`${path}/confirm-cancel`, { txHash: cancelTxHash });
  await readAll(path);
  await fixture.mine();
  await client.post(`${path}/refund`);
  await client.get(path);
  await fixture.mine(NOTICE);
  await client.get(path);
  await client.post(`${path}/refund`);
  await fixture.mine(10);
  await readAll(path);

  recorder.scene(`${asset.name}: COMPLETED, in steps`);
  const completed = await createActiveStream(fixture, { streamType: 'STEP', intervalSeconds: 10 * HOUR }, asset);
  await fixture.advance(25 * HOUR);
  await readAll(completed.path);
  await fixture.advance(100 * HOUR);
  const last = await payClaim(fixture, completed);
  await client.post(`${completed.path}/confirm-claim`, { txHash: last.txHash, claimedAmount: last.claimedAmount });
  await readAll(completed.path);

  recorder.scene(`${asset.name}: recurring, not cancelable`);
  const recurring = await createActiveStream(
    fixture,
    { streamType: 'RECURRING', intervalSeconds: 10 * HOUR, cancelable: false },
    asset,
  );
  await fixture.advance(15 * HOUR);
  await readAll(recurring.path);
  await client.as(recurring.sender.address).post(`${recurring.path}/cancel`, { sender: recurring.sender.address });

  recorder.scene(`${asset.name}: lists`);
  await client.get(`/api/streams?sender=${sender.address}`);
  await client.get(`/api/streams?recipient=${recipient.address}&status=CANCELLED`);
  await client.get(`/api/streams?tokenType=${asset.tokenType}&status=COMPLETED`);
  const { body } = await client.get<ListStreamsResponse>(`/api/streams?tokenType=${asset.tokenType}&limit=1`);
  await client.get(`/api/streams?tokenType=${asset.tokenType}&limit=1&cursor=${body.nextCursor ?? ''}`);
};

/** What wallets lack, what is refused of a stop and a push, and a funding from the mempool until it is final. */
const followEdges = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  recorder.scene(`${asset.name}: a funding until it is final`);
  const stream = await createStream(fixture, {}, asset);
  const { path, sender, recipient } = stream;
  const asSender = client.as(sender.address);
  const fundingTxHash = await payFunding(fixture, stream);
  await client.get(`${path}/funding-info`);
  for (const blocks of [0, 1, 9]) {
    await fixture.mine(blocks);
    await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  }

  recorder.scene(`${asset.name}: a push of too little, and a cancel to another wallet`);
  await fixture.advance(HOUR);
  await client.post(`${path}/push`, {});
  await asSender.post(`${path}/cancel`, { sender: recipient.address });
  await asSender.post(`${path}/cancel`, { sender: recipient.address, allowUnsafeRecovery: true });
  await asSender.post(`${path}/cancel`, { sender: sender.tokenAddress });

  recorder.scene(`${asset.name}: pushed under notice, and the push confirmed as the claim that it is`);
  await fixture.advance(9 * HOUR);
  await client.post(`${path}/confirm-cancel`, { txHash: await payCancel(fixture, stream) });
  await client.post(`${path}/push`, {});
  await fixture.advance(10 * HOUR);
  const { body: pushed } = await client.post<PushResponse>(`${path}/push`, { broadcast: true });
  await client.post(`${path}/confirm-claim`, { txHash: pushed.txHash, claimedAmount: pushed.amount });
  await client.get(path);

  recorder.scene(`${asset.name}: wallets that lack something`);
  const poor = fixture.wallet();
  const terms = asset.endow(fixture, poor);
  await emptyWallet(fixture, poor);
  fixture.fund(poor, 30_000n);
  const order = creationOf(fixture, recipient, terms);
  const { stream: ordered } = await succeeded(
    client.as(poor.address).post<CreateStreamResponse>('/api/streams/create', order),
  );
  await client.get(`/api/streams/${ordered.id}/funding-info`);
  const running = await createActiveStream(fixture, { recipient: poor.address }, asset);
  for (const wallet of [poor, running.sender]) await emptyWallet(fixture, wallet);
  const cancel = () =>
    client.as(running.sender.address).post(`${running.path}/cancel`, { sender: running.sender.address });
  // Too little is due for the contract's reserve to pay, then enough, then all.
  for (const seconds of [HOUR / 6, 7 * HOUR, 100 * HOUR]) {
    await fixture.advance(seconds);
    await client.get(`${running.path}/claim-info`);
    await client.as(poor.address).post(`${running.path}/claim`, { recipientAddress: poor.address });
    await cancel();
  }
};

describe('the routes of streams', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      for (const asset of ASSETS) await followStream(recorder, asset);
      recorder.scene('Previews and refusals');
      const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
      const asSender = fixture.client.as(sender.address);
      await asSender.post('/api/streams/preview', creationOf(fixture, recipient));
      for (const body of [
        {},
        creationOf(fixture, recipient, { totalAmount: 0.000_001 }),
        creationOf(fixture, recipient, { endTime: fixture.time() - HOUR }),
        creationOf(fixture, recipient, { recipent: recipient.address }),
        creationOf(fixture, recipient, { tokenType: 'FUNGIBLE_TOKEN' }),
      ])
        await asSender.post('/api/streams/create', body);
      await fixture.client.post('/api/streams/create', creationOf(fixture, recipient));
      await asSender.post('/api/streams/create', creationOf(fixture, recipient));
      await fixture.client.get(UNKNOWN);
      await fixture.client.get('/api/streams/none');
      await fixture.client.get('/api/streams?status=NONE');
      for (const asset of ASSETS) await followEdges(recorder, asset);
      recorder.scene('Tokens that the sender does not have');
      const tokens = { tokenType: 'CASHTOKENS', tokenCategory: 'AB'.repeat(32), totalAmount: 7 };
      const order = creationOf(fixture, recipient, tokens);
      await asSender.post('/api/streams/preview', order);
      const { stream } = await succeeded(asSender.post<CreateStreamResponse>('/api/streams/create', order));
      fixture.fund(sender, 100_000_000n);
      await fixture.client.get(`/api/streams/${stream.id}/funding-info`);
      recorder.scene('A cap table');
      // Far from the clock: times near it are recorded by their distance from it.
      const files = ocfFiles({ withoutStart: ['CS-2'], start: '2040-01-31' });
      const people = [{ name: 'Ada Lovelace', address: recipient.address }];
      await fixture.client.post('/api/streams/review-ocf', { files, decimals: 0, people });
      await fixture.client.post('/api/streams/review-ocf', { files: files.slice(1), decimals: 0 });
      recorder.assertAsRecorded('streams', ['/api/streams']);
    } finally {
      await fixture.stop();
    }
  });
});
