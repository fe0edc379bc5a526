import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue, QueueFullError } from './fair-queue.js';

const OPTIONS = { atOnce: 4, atOncePerClient: 2, waitingPerClient: 100 };

/** Work that ends when a test ends it, and in which order it began. */
const workshop = (options = OPTIONS) => {
  const queue = new FairQueue(options);
  const began: string[] = [];
  const underWay: { readonly name: string; readonly end: () => void }[] = [];
  const enter = (client: string, name = client) => {
    const place = queue.enter(client);
    void place.turn.then(() => {
      began.push(name);
      underWay.push({ name, end: () => place.leave() });
    });
    return place;
  };
  const end = async (count = 1) => {
    for (const { end: finish } of underWay.splice(0, count)) finish();
    await turn();
    await turn();
  };
  return { queue, began, underWay, enter, end };
};

describe('a fair queue', () => {
  it('limits the running work of one client and of all', async () => {
    const { began, enter, underWay } = workshop();
    for (const client of ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c']) enter(client);
    await turn();
    expect([began, underWay.length]).toEqual([['a', 'a', 'b', 'b'], 4]);
  });

  it('serves clients in turn, however many requests one has waiting', async () => {
    const { queue, began, enter, end } = workshop({ ...OPTIONS, atOnce: 2 });
    for (let i = 0; i < 50; i += 1) enter('a', `a${i}`);
    for (let i = 0; i < 3; i += 1) enter('b', `b${i}`);
    await turn();
    for (let i = 0; i < 5; i += 1) await end();
    expect(began).toEqual(['a0', 'a1', 'a2', 'b0', 'a3', 'b1', 'a4']);
    expect(queue.waiting).toBe(46);
  });

  it('fills all places that become free at once', async () => {
    const { began, enter, end } = workshop();
    for (let i = 0; i < 6; i += 1) enter('a', `a${i}`);
    await turn();
    await end(2);
    expect(began).toEqual(['a0', 'a1', 'a2', 'a3']);
  });

  it('refuses more of one client than may wait, and nobody else', async () => {
    const { queue, enter } = workshop({ ...OPTIONS, waitingPerClient: 1 });
    for (let i = 0; i < 3; i += 1) enter('a');
    expect(() => queue.enter('a')).toThrow(QueueFullError);
    expect(() => enter('b')).not.toThrow();
    await turn();
  });

  it('forgets who leaves while waiting, and counts nobody twice', async () => {
    const { queue, began, enter, end } = workshop({ ...OPTIONS, atOncePerClient: 1 });
    enter('a', 'first');
    const second = enter('a', 'second');
    enter('a', 'third');
    second.leave();
    second.leave();
    await turn();
    await end();
    expect([began, queue.waiting]).toEqual([['first', 'third'], 0]);
    await end();
    enter('a', 'fourth');
    await turn();
    expect(began).toEqual(['first', 'third', 'fourth']);
  });

  it('lets the event loop turn between two pieces of work that waited', async () => {
    const queue = new FairQueue({ ...OPTIONS, atOncePerClient: 1 });
    const order: string[] = [];
    const work = async (name: string) => {
      const place = queue.enter('a');
      await place.turn;
      order.push(name);
      setImmediate(() => order.push(`others after ${name}`));
      place.leave();
    };
    await Promise.all([work('one'), work('two'), work('three')]);
    expect(order).toEqual(['one', 'others after one', 'two', 'others after two', 'three']);
  });
});
