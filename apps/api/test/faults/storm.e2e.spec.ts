import { setTimeout as sleep } from 'node:timers/promises';
import { killServices } from '@weir/simulation';
import { Chance, eventually } from '@weir/testing';
import { liveAirdrop } from '../support/faults/airdrop-scenario.js';
import { startChaos, type Chaos } from '../support/faults/chaos.js';
import { livePayment } from '../support/faults/payment-scenario.js';
import { PersistentClient } from '../support/faults/persistent-client.js';
import { assertRecounted, assertUpToChain } from '../support/faults/recount.js';
import { liveRoster } from '../support/faults/roster-scenario.js';
import type { Promised } from '../support/faults/servers.js';
import { liveStream } from '../support/faults/stream-scenario.js';
import { liveVault } from '../support/faults/vault-scenario.js';
import { startFixture, type Fixture } from '../support/fixture.js';

/** `npm run faults` makes more of them, each with the seed of its number. */
const RUNS = Number(process.env['WEIR_FAULT_RUNS'] ?? 1);
const CLIENTS = 5;
const LIVES_EACH = RUNS > 1 ? 4 : 2;
const KILLS = 2;
const HOUR = 3_600;

let fixture: Fixture;
let chaos: Chaos;
beforeAll(async () => {
  fixture = await startFixture();
  chaos = await startChaos(fixture);
});
afterAll(async () => {
  await chaos.stop();
  killServices();
  await fixture.stop();
});

/** Blocks come and time passes, so that there is more to claim, until it is stopped. */
const letTimePass = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    fixture.devnet.node.advanceTime(HOUR);
    fixture.devnet.node.mine(2);
    await sleep(250);
  }
};

const disturb = async (random: Chance, signal: AbortSignal): Promise<void> => {
  await sleep(random.between(50, 2_000));
  await chaos.kill();
  for (let kills = 1; !signal.aborted;) {
    await sleep(random.between(50, 600));
    const what = random.between(0, 5);
    if (what === 0 && kills < KILLS) {
      kills += 1;
      await chaos.kill();
    } else if (what < 3) await chaos.cutDatabase();
    else await chaos.disturbElectrum(random);
  }
};

type Life = (client: PersistentClient, random: Chance) => Promise<Promised>;

/** What clients do, each of them as often as the others. */
const LIVES: readonly [Life, ...Life[]] = [
  (client, random) => liveStream(fixture, client, { claims: random.between(1, 2), isCancelled: random.chance(1 / 3) }),
  (client, random) => livePayment(fixture, client, random.chance(1 / 3)),
  (client, random) => liveAirdrop(fixture, client, { claims: random.between(1, 4), isClosed: random.chance(1 / 2) }),
  (client, random) => liveVault(fixture, client, random.chance(2 / 3)),
  (client, random) => liveRoster(fixture, client, random.chance(1 / 2)),
];

/** A client's scenarios, one after the other, of another kind each time. */
const live = async (client: PersistentClient, random: Chance): Promise<Promised[]> => {
  const promised: Promised[] = [];
  const first = random.between(0, LIVES.length - 1);
  for (let i = 0; i < LIVES_EACH; i += 1)
    promised.push(await (LIVES[(first + i) % LIVES.length] ?? LIVES[0])(client, random));
  return promised;
};

describe('while the API is killed, the database cut off and Electrum servers fail, under load', () => {
  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'nothing that was answered with success is lost, nothing counts twice: seed %i',
    async (seed) => {
      const random = new Chance(seed);
      const over = new AbortController();
      const client = new PersistentClient(() => chaos.url());
      const clients = Array.from({ length: CLIENTS }, (_, i) => live(client, new Chance(1_000 * seed + i)));
      const around = [letTimePass(over.signal), disturb(random, over.signal)];
      let promised: Promised[];
      try {
        promised = (await Promise.all(clients)).flat();
      } catch (error) {
        throw new Error(`Seed ${seed}: ${String(error)} ${JSON.stringify(client.scenario)} ${chaos.diary.join(', ')}`, {
          cause: error,
        });
      } finally {
        over.abort();
        await Promise.all(around);
      }
      expect(chaos.diary).toContain('kill');
      expect(promised).toHaveLength(CLIENTS * LIVES_EACH);
      await assertUpToChain(fixture);
      for (const each of promised) await each.assertHolds(fixture);
      await assertRecounted(fixture);
      await eventually(async () => {
        const ready = await fetch(`${chaos.url()}/ready`);
        expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { watcher: { mode: 'protect' } } }]);
      });
      if (RUNS > 1)
        console.info(`seed ${seed}: ${chaos.diary.length} faults so far; ${JSON.stringify(client.scenario)}`);
    },
  );
});
