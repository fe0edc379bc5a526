import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmResponse, ListEventsResponse, RecordEvent } from '@weir/api-contract';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { startApiProcess } from '../support/api-process.js';
import { followEvents } from '../support/event-client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createActiveStream, createStream, payClaim, payFunding } from '../support/stream-scenario.js';
import { succeeded } from '../support/succeeded.js';

const HOUR = 3_600;
const STREAMS = 24;
const FINAL_DEPTH = 10;
const SETTINGS = { WATCHER: 'protect' };

let fixture: Fixture;
let replicas: ServiceProcess[];
beforeAll(async () => {
  fixture = await startFixture();
  replicas = await Promise.all([startApiProcess(fixture, SETTINGS), startApiProcess(fixture, SETTINGS)]);
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

/** Follows as a browser does: comes again with the last id, now here, now there, and all the time is sent away by kills. */
const startFollower = (first: number) => {
  const events: RecordEvent[] = [];
  const stopping = new AbortController();
  let lastId: string | undefined;
  const following = (async () => {
    for (let turn = first; !stopping.signal.aborted; turn += 1) {
      try {
        const client = await followEvents(`${replicas[turn % replicas.length]?.url ?? ''}/api/events`, { lastId });
        // Leaves by itself, too, in the middle of whatever comes.
        for (const end = Date.now() + 300 + 700 * Math.random(); !client.isOver && Date.now() < end;) await sleep(5);
        client.close();
        events.push(...client.events);
        lastId = client.lastId ?? lastId;
      } catch {
        await sleep(50);
      }
    }
  })();
  return {
    events,
    async stop() {
      stopping.abort();
      await following;
    },
  };
};

/** The log, read from its beginning. */
const wholeLog = async (): Promise<readonly RecordEvent[]> => {
  const all: RecordEvent[] = [];
  let cursor: string | undefined;
  for (let hasMore = true; hasMore;) {
    const { body } = await fixture.client.get<ListEventsResponse>(
      `/api/events?format=json&limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    );
    all.push(...body.events);
    ({ nextCursor: cursor, hasMore } = body);
  }
  return all;
};

describe('two replicas, one of them killed in the middle of the traffic, and a reorganisation', () => {
  it('lose no event, and no follower has one twice', async () => {
    // The first comes with the event before all of this, as who was here already.
    const first = await createActiveStream(fixture);
    await fixture.mine();
    const [start] = await wholeLog();
    const followers = [startFollower(0), startFollower(1), startFollower(0)];
    await sleep(500);
    const creations = Array.from({ length: STREAMS }, async (_, index) => {
      await sleep(index * 100);
      const stream = await createStream(fixture);
      const txHash = await payFunding(fixture, stream);
      // By whichever replica is there, or by the app in this process.
      await succeeded(fixture.client.post<ConfirmResponse>(`${stream.path}/confirm-funding`, { txHash }));
      return stream;
    });
    const traffic = Promise.all(creations);
    // Awaited below: one that fails before that must fail the test, and not end the process.
    traffic.catch(() => undefined);
    await sleep(900);
    await replicas[0]?.kill();
    replicas[0] = await startApiProcess(fixture, SETTINGS);
    const streams = await traffic;
    await fixture.advance(10 * HOUR);
    const claim = await payClaim(fixture, first);
    await succeeded(
      fixture.client.post(`${first.path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimedAmount }),
    );
    await fixture.mine();
    await replicas[1]?.kill();
    replicas[1] = await startApiProcess(fixture, SETTINGS);
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await fixture.mine();

    let all: readonly RecordEvent[] = [];
    for (const end = Date.now() + 120_000; Date.now() < end && !all.some(({ kind }) => kind === 'reverted');) {
      await sleep(200);
      all = await wholeLog();
    }
    expect(all.filter(({ kind }) => kind === 'reverted')).toMatchObject([
      {
        record: { id: first.id },
        // Nobody signed it: the reserve paid.
        step: 'push',
        txHash: claim.txHash,
        reason: 'vanished',
        figures: { withdrawnAmountBase: '0' },
      },
    ]);
    // What was answered with success is told.
    for (const { id } of streams)
      expect(all.filter(({ record, kind }) => record.id === id && kind !== 'final').map(({ kind }) => kind)).toEqual([
        'created',
        'funded',
      ]);
    // Deep enough that nothing takes it back: each funding is told as final once, though who does so is killed meanwhile.
    await fixture.mine(FINAL_DEPTH);
    await replicas[0].kill();
    replicas[0] = await startApiProcess(fixture, SETTINGS);
    const fundings = [first, ...streams].map(({ id }) => id).sort();
    const finalOf = (events: readonly RecordEvent[]) => events.filter(({ kind }) => kind === 'final');
    for (const end = Date.now() + 120_000; Date.now() < end && finalOf(all).length < fundings.length;) {
      await sleep(200);
      all = await wholeLog();
    }
    expect(
      finalOf(all)
        .map(({ record }) => record.id)
        .sort(),
    ).toEqual(fundings);
    for (const { id } of streams)
      expect(all.filter(({ record }) => record.id === id).at(-1)).toMatchObject({ step: 'fund', finality: 'final' });
    await sleep(2_500);
    await Promise.all(followers.map((follower) => follower.stop()));
    all = await wholeLog();
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { events } of followers) {
      const from = ids.indexOf(events[0]?.id ?? '');
      expect(from).toBeGreaterThan(ids.indexOf(start?.id ?? ''));
      expect(events.map(({ id }) => id)).toEqual(ids.slice(from));
      // From before the traffic on.
      expect(events.length).toBeGreaterThan(2 * STREAMS);
    }
  });
});
