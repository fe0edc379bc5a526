import type { FollowedResource } from '@weir/infra';
import { watchScripts } from './watch-scripts.js';

const SILENT = { info: () => undefined, warn: () => undefined };
const PAUSES = { intervalMs: 60_000, pollMs: 60_000, retryMs: 60_000 };

/** Something that happens once. */
const event = () => {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen: () => happen() };
};

describe('watchScripts', () => {
  it('looks at what is due while it lists all that is followed, and before all that waits', async () => {
    const ending = new AbortController();
    const looked: string[] = [];
    const [dueSeen, listing, dueAsked] = [event(), event(), event()];
    const records = ['a', 'b', 'c', 'd'].map((id): FollowedResource => ({
      id,
      lockingBytecode: '51',
      head: null,
      reading: null,
    }));
    const watching = watchScripts(ending.signal, {
      ...PAUSES,
      name: 'record',
      log: SILENT,
      concurrency: 1,
      onCount: () => undefined,
      onRound: () => undefined,
      records: {
        lastEventId: () => Promise.resolve(0),
        eventsAfter: () => Promise.resolve([]),
        // As changed records do: they wait when the round begins.
        findFollowed: () => Promise.resolve(records),
        async listFollowed() {
          listing.happen();
          await dueSeen.happened;
          return [];
        },
      },
      chain: {
        subscribeTip: () => () => undefined,
        subscribeScript(_, listener) {
          listener({ status: null, hidden: false });
          return () => undefined;
        },
      },
      async dueInRound() {
        await listing.happened;
        // Once the watcher has taken the answer.
        setImmediate(dueAsked.happen);
        return ['due'];
      },
      async job(id) {
        looked.push(id);
        // The one that runs meanwhile.
        if (id === 'a') await dueAsked.happened;
        if (id === 'due') dueSeen.happen();
        return { isDone: true };
      },
    });
    await dueSeen.happened;
    expect(looked).toEqual(['a', 'due']);
    ending.abort();
    await watching;
  });

  it('lists all that is followed again only after nine times as long as that took, at however many blocks', async () => {
    const ending = new AbortController();
    let [now, listed] = [0, 0];
    let round = event();
    const tips: (() => void)[] = [];
    const watching = watchScripts(ending.signal, {
      ...PAUSES,
      name: 'record',
      log: SILENT,
      concurrency: 1,
      onCount: () => undefined,
      clock: () => now,
      onRound: () => round.happen(),
      records: {
        lastEventId: () => Promise.resolve(0),
        eventsAfter: () => Promise.resolve([]),
        findFollowed: () => Promise.resolve([]),
        listFollowed() {
          listed += 1;
          now += 100;
          return Promise.resolve([]);
        },
      },
      chain: {
        subscribeTip(listener) {
          tips.push(listener);
          return () => undefined;
        },
        subscribeScript: () => () => undefined,
      },
      dueInRound: () => Promise.resolve([]),
      job: () => Promise.resolve({ isDone: true }),
    });
    await round.happened;
    const roundAt = async (time: number): Promise<number> => {
      now = time;
      round = event();
      for (const tip of tips) tip();
      await round.happened;
      return listed;
    };
    expect([listed, await roundAt(101), await roundAt(999), await roundAt(1_000), await roundAt(1_999)]).toEqual([
      ...[1, 1, 1, 2, 2],
    ]);
    ending.abort();
    await watching;
  });
});
