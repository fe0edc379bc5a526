import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmResponse, ListEventsResponse, RecordEvent } from '@weir/api-contract';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { eventually } from '@weir/testing';
import { startApiProcess } from '../support/api-process.js';
import { succeeded } from '../support/client.js';
import { followEvents } from '../support/event-client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createActiveStream, createStream, payClaim, payFunding } from '../support/stream-scenario.js';

const HOUR = 3_600;
const STREAMS = 12;
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
        // Leaves by itself, too, in the middle of other events.
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
    /** Whether it has followed before. */
    hasBegun: () => lastId !== undefined,
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
    await eventually(() => expect(followers.map((follower) => follower.hasBegun())).not.toContain(false));
    let confirmed = 0;
    const creations = Array.from({ length: STREAMS }, async (_, index) => {
      await sleep(index * 100);
      const stream = await createStream(fixture);
      const txHash = await payFunding(fixture, stream);
      // By the replica that is up, or by the app in this process.
      await succeeded(fixture.client.post<ConfirmResponse>(`${stream.path}/confirm-funding`, { txHash }));
      confirmed += 1;
      return stream;
    });
    const traffic = Promise.all(creations);
    // Awaited below: one that fails before that must fail the test, and not end the process.
    traffic.catch(() => undefined);
    await Promise.race([traffic, eventually(() => expect(confirmed).toBeGreaterThan(STREAMS / 4))]);
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

    /** The log, once there are so many events of a kind. */
    const logWith = (count: number, wanted: string) =>
      eventually(async () => {
        const log = await wholeLog();
        expect(log.filter(({ kind }) => kind === wanted).length).toBeGreaterThanOrEqual(count);
        return log;
      });
    let all = await logWith(1, 'reverted');
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
    // Each success has an event.
    for (const { id } of streams)
      expect(all.filter(({ record, kind }) => record.id === id && kind !== 'final').map(({ kind }) => kind)).toEqual([
        'created',
        'funded',
      ]);
    // Deep enough that nothing takes it back: each funding is published as final once, though the publisher is killed meanwhile.
    await fixture.mine(FINAL_DEPTH);
    await replicas[0].kill();
    replicas[0] = await startApiProcess(fixture, SETTINGS);
    const fundings = [first, ...streams].map(({ id }) => id).sort();
    const finalOf = (events: readonly RecordEvent[]) => events.filter(({ kind }) => kind === 'final');
    all = await logWith(fundings.length, 'final');
    expect(
      finalOf(all)
        .map(({ record }) => record.id)
        .sort(),
    ).toEqual(fundings);
    for (const { id } of streams)
      expect(all.filter(({ record }) => record.id === id).at(-1)).toMatchObject({ step: 'fund', finality: 'final' });
    all = await eventually(async () => {
      const log = await wholeLog();
      for (const { events } of followers) expect(events.at(-1)?.id).toBe(log.at(-1)?.id);
      return log;
    });
    await Promise.all(followers.map((follower) => follower.stop()));
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
