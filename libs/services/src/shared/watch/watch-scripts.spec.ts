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
  it('asks what is due before it lists all that is followed, and looks at it before all that waits', async () => {
    const ending = new AbortController();
    const looked: string[] = [];
    const [dueSeen, listing] = [event(), event()];
    const asked: string[] = [];
    const records = ['a', 'b', 'c', 'd'].map((id): FollowedResource => ({
      id,
      lockingBytecode: '51',
      head: null,
      reading: null,
    }));
    const watching = watchScripts(ending.signal, {
      ...{ ...PAUSES, name: 'record', log: SILENT, concurrency: 1, onCount: () => undefined, onRound: () => undefined },
      records: {
        lastEventId: () => Promise.resolve(0n),
        eventsAfter: () => Promise.resolve([]),
        // As changed records do: they wait when the round begins.
        findFollowed: () => Promise.resolve(records),
        listFollowed() {
          asked.push('all that is followed');
          listing.happen();
          return Promise.resolve([]);
        },
      },
      chain: {
        subscribeTip: () => () => undefined,
        subscribeScript(_, listener) {
          listener({ status: null, hidden: false });
          return () => undefined;
        },
      },
      dueInRound() {
        asked.push('what is due');
        return Promise.resolve(['due']);
      },
      async job(id) {
        looked.push(id);
        // The one that runs while the round begins.
        if (id === 'a') await listing.happened;
        if (id === 'due') dueSeen.happen();
        return { isDone: true };
      },
    });
    await dueSeen.happened;
    expect(asked).toEqual(['what is due', 'all that is followed']);
    expect(looked).toEqual(['a', 'due']);
    ending.abort();
    await watching;
  });
});
