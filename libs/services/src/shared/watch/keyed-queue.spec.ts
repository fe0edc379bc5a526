import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs several keys at a time, and no key twice at once', async () => {
    const running = new Set<string>();
    let most = 0;
    const done: string[] = [];
    const queue = new KeyedQueue(async (key) => {
      expect(running.has(key)).toBe(false);
      running.add(key);
      most = Math.max(most, running.size);
      await sleep(2);
      running.delete(key);
      done.push(key);
    }, 3);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'a', 'b']) queue.add(key);
    expect(queue.size).toBeGreaterThan(4);
    while (queue.size > 0) await sleep(1);
    expect(most).toBe(3);
    expect(new Set(done)).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
  });

  it('runs a key again that was added while it ran, once', async () => {
    let runs = 0;
    const queue = new KeyedQueue(async () => {
      runs += 1;
      if (runs === 1) for (let i = 0; i < 5; i += 1) queue.add('key');
      await sleep(1);
    }, 2);
    queue.add('key');
    while (queue.size > 0) await sleep(1);
    expect(runs).toBe(2);
  });

  it('runs what is urgent before everything that waits, and once', async () => {
    const done: string[] = [];
    const queue = new KeyedQueue((key) => {
      done.push(key);
      return Promise.resolve();
    }, 1);
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    queue.hurry('d');
    queue.hurry('e');
    queue.add('e');
    while (queue.size > 0) await sleep(1);
    expect(done).toEqual(['a', 'd', 'e', 'b', 'c']);
  });

  it('waits for what runs when it is closed, and starts nothing more', async () => {
    const done: string[] = [];
    const queue = new KeyedQueue(async (key) => {
      await sleep(5);
      done.push(key);
    }, 1);
    queue.add('first');
    queue.add('second');
    await queue.close();
    queue.add('third');
    expect([done, queue.size]).toEqual([['first'], 0]);
  });
});
