import type { GetStreamResponse } from '@weir/api-contract';
import { createLogger } from '@weir/http';
import { eventually } from '@weir/testing';
import { openDoctor } from '../../src/doctor/open-doctor.js';
import { confirmAirdropClaim, createActiveAirdrop, payAirdropClaim } from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { type Fixture, useFixture } from '../support/fixture.js';
import { claimOf, createLock, payLock } from '../support/lock-scenario.js';
import { COIN, createStream, payClaim, payFunding } from '../support/stream-scenario.js';

/** How often the doctor looks at everything while records move. */
const RUNS = Number(process.env['WEIR_DOCTOR_RUNS'] ?? 2);
const HOUR = 3_600;

const fixture = useFixture();
/** Two replicas, one of which watches. */
let replicas: readonly Fixture[];
beforeAll(async () => {
  const start = async (): Promise<Fixture> => ({
    ...fixture,
    client: await fixture.replica({
      WATCHER: 'protect',
      EXPENSIVE_REQUESTS_PER_CLIENT: '0',
      QUOTA_PENDING_NETWORK: '0',
    }),
  });
  replicas = [await start(), await start()];
});

/** Steps that are on their way: from before a broadcast until the services have recorded it. */
const moving = new Set<Promise<unknown>>();

const move = async <T>(step: () => Promise<T>): Promise<T> => {
  const work = step().finally(() => moving.delete(work));
  moving.add(work);
  return work;
};

/** Half of it is due at once. */
const terms = () => ({ totalAmount: 0.1, startTime: fixture.time() - 10 * HOUR, endTime: fixture.time() + 10 * HOUR });

/** A stream from its creation to a claim, which is confirmed, or which only the watcher sees. */
const liveStream = async (at: Fixture, isConfirmed: boolean): Promise<void> => {
  const stream = await createStream(at, terms());
  const { path } = stream;
  await move(async () =>
    succeeded(at.client.post(`${path}/confirm-funding`, { txHash: await payFunding(at, stream) })),
  );
  await move(async () => {
    const { txHash, claimedAmount } = await payClaim(at, stream);
    if (isConfirmed) await succeeded(at.client.post(`${path}/confirm-claim`, { txHash, claimedAmount }));
    else
      await eventually(async () =>
        expect((await succeeded(at.client.get<GetStreamResponse>(path))).claims).toMatchObject([{ tx_hash: txHash }]),
      );
  });
};

/** A lock from its creation to a claim that the service broadcasts. */
const liveLock = async (at: Fixture): Promise<void> => {
  const lock = await createLock(at, terms());
  const { path } = lock;
  await move(async () => succeeded(at.client.post(`${path}/confirm-funding`, { txHash: await payLock(at, lock) })));
  await move(async () => {
    await claimOf(at, lock, { broadcast: true });
    await eventually(async () =>
      expect((await succeeded(at.client.get<GetStreamResponse>(path))).claims).not.toEqual([]),
    );
  });
};

it(`the doctor finds nothing beside two replicas that record what moves, in ${RUNS} runs`, async () => {
  const doctor = await openDoctor(fixture.config, createLogger('silent'));
  let [isOver, rounds] = [false, 0];
  const live = async (at: Fixture): Promise<void> => {
    const campaign = await move(() => createActiveAirdrop(at, { lanes: 2 }));
    while (!isOver) {
      await liveStream(at, rounds % 2 === 0);
      await liveLock(at);
      await move(async () => {
        const txHash = await payAirdropClaim(at, campaign.path, at.wallet(COIN / 100n));
        await succeeded(confirmAirdropClaim(at, campaign.path, { txHash }));
      });
      fixture.devnet.node.mine();
      rounds += 1;
    }
  };
  const living = Promise.all(replicas.map(live));
  // A failed request ends the test at once.
  living.catch(() => undefined);
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const enough = rounds + 2;
      await Promise.race([living, eventually(() => expect(rounds).toBeGreaterThanOrEqual(enough))]);
      const { findings, examined } = await doctor.run({ fix: true, settle: () => Promise.allSettled([...moving]) });
      expect(findings).toEqual([]);
      // Of what lives here it has looked at something each time.
      expect(Math.min(examined.streams, examined.lanes)).toBeGreaterThan(0);
    }
    isOver = true;
    await living;
    // Nothing is on its way any more: the records are as the chain has them.
    expect((await doctor.run({ settleMs: 0 })).findings).toEqual([]);
  } finally {
    isOver = true;
    await Promise.allSettled([living]);
    await doctor.close();
  }
});
