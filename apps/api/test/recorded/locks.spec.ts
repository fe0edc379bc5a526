import type { CreateLockResponse, ListStreamsResponse, PushResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { claimOf, createActiveLock, createLock, lockOf, payLock } from '../support/lock-scenario.js';
import { Recorder } from '../support/recorder.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const HOUR = 3_600;
/** The routes of streams that serve a lock; nothing ends one early. */
const OF_STREAMS = ['schedule', 'funding-info', 'confirm-funding', 'claim-info', 'claim', 'confirm-claim', 'push'];

/** The life of a lock in steps, and of one that unlocks at once. */
const followLock = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const readAll = async (path: string): Promise<void> => {
    for (const end of ['', '/schedule?points=3', '/claim-info', '/funding-info']) await client.get(`${path}${end}`);
  };

  recorder.scene(`${asset.name}: PENDING`);
  const steps = { streamType: 'STEP', intervalSeconds: 10 * HOUR };
  const lock = await createLock(fixture, { ...steps, description: 'Grant' }, asset);
  const { path, sender, recipient } = lock;
  await readAll(path);
  const funding = await payLock(fixture, lock);
  await client.get(`${path}/funding-info`);

  recorder.scene(`${asset.name}: ACTIVE`);
  await client.post(`${path}/confirm-funding`, { txHash: 'a'.repeat(64) });
  for (const blocks of [0, 1, 9]) {
    await fixture.mine(blocks);
    await client.post(`${path}/confirm-funding`, { txHash: funding });
  }
  await readAll(path);
  await client.post(`${path}/push`, {});
  await fixture.advance(25 * HOUR);
  await readAll(path);
  const claim = await claimOf(fixture, lock, { broadcast: true });
  await client.post(`${path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: 0.5 });
  await client.post(`${path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimableAmount });
  await client.as(sender.address).post(`${path}/claim`, { recipientAddress: sender.address });
  await client.as(sender.address).post(`/api/streams/${lock.id}/cancel`, { sender: sender.address });

  recorder.scene(`${asset.name}: COMPLETED`);
  await fixture.advance(100 * HOUR);
  const { body: last } = await client.post<PushResponse>(`${path}/push`, { broadcast: true });
  await client.post(`${path}/confirm-claim`, { txHash: last.txHash, claimedAmount: last.amount });
  await readAll(path);

  recorder.scene(`${asset.name}: an unlock time, and lists`);
  const times = { startTime: null, endTime: null, unlockTime: fixture.time() + HOUR };
  const later = await createActiveLock(fixture, { ...times, recipient: recipient.address }, asset);
  await readAll(later.path);
  await client.get(`/api/streams?contract=LOCK&sender=${sender.address}`);
  await client.get(`/api/streams?contract=LOCK&recipient=${recipient.address}&status=ACTIVE`);
  const { body } = await client.get<ListStreamsResponse>(
    `/api/streams?contract=LOCK&recipient=${recipient.address}&limit=1`,
  );
  await client.get(`/api/streams?contract=LOCK&recipient=${recipient.address}&limit=1&cursor=${body.nextCursor ?? ''}`);
};

describe('the routes of locks', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      for (const asset of ASSETS) await followLock(recorder, asset);
      recorder.scene('Previews and refusals');
      const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
      const asSender = fixture.client.as(sender.address);
      const start = fixture.time();
      await asSender.post('/api/locks/preview', lockOf(fixture, recipient));
      for (const changes of [
        { totalAmount: 0.000_01 },
        { totalAmount: 0.000_009 },
        { endTime: start - HOUR },
        { endTime: start + 25 * HOUR, streamType: 'STEP', intervalSeconds: 10 * HOUR },
        { totalAmount: 0.000_1, cliffTimestamp: start + 99 * HOUR },
        { intervalSeconds: 60 },
        { unlockTime: start + HOUR },
        { keylessPayments: 3 },
        { tokenType: 'FUNGIBLE_TOKEN' },
        { cancelable: false },
        { transferable: true },
        { transferable: true, moveDelayBlocks: 0 },
        { moveDelayBlocks: 1_008 },
      ])
        await asSender.post('/api/locks/preview', lockOf(fixture, recipient, changes));
      await fixture.client.post('/api/locks', lockOf(fixture, recipient));
      const poor = await succeeded(asSender.post<CreateLockResponse>('/api/locks', lockOf(fixture, recipient)));
      await fixture.client.get(`/api/streams/${poor.lock.id}/funding-info`);
      await fixture.client.get(`/api/streams?contract=STREAM&sender=${sender.address}`);
      await fixture.client.get(`/api/locks/${poor.lock.id}`);
      recorder.assertAsRecorded('locks', ['/api/locks', ...OF_STREAMS.map((route) => `/api/streams/{id}/${route}`)]);
    } finally {
      await fixture.stop();
    }
  });
});
