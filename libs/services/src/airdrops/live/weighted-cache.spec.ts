import { setImmediate as turn } from 'node:timers/promises';
import { WeightedCache } from './live-trees.js';

const fill = async (limit: number, ...keys: readonly string[]) => {
  const loads: string[] = [];
  const cache = new WeightedCache<string>(limit);
  const get = (key: string) =>
    cache.get(key, 10, () => {
      loads.push(key);
      return Promise.resolve(key.toUpperCase());
    });
  for (const key of keys) await get(key);
  return { cache, get, loads };
};

describe('WeightedCache', () => {
  it('keeps the most recently used values up to its weight', async () => {
    const { get, loads, cache } = await fill(20, 'a', 'b', 'a', 'c');
    expect([await get('a'), await get('c'), cache.weight]).toEqual(['A', 'C', 20]);
    await get('b');
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps one value, however heavy', async () => {
    const { loads, cache } = await fill(5, 'a', 'a', 'b', 'b');
    expect([loads, cache.weight]).toEqual([['a', 'b'], 10]);
  });

  it('loads once for all who ask at once, and again after a failure', async () => {
    const cache = new WeightedCache<string>(10);
    let loads = 0;
    const load = async () => {
      loads += 1;
      await Promise.resolve();
      if (loads === 1) throw new Error('gone');
      return 'x';
    };
    const first = await Promise.allSettled([cache.get('a', 1, load), cache.get('a', 1, load)]);
    expect([first.map(({ status }) => status), loads]).toEqual([['rejected', 'rejected'], 1]);
    expect(await Promise.all([cache.get('a', 1, load), cache.get('a', 1, load)])).toEqual(['x', 'x']);
    expect([loads, cache.weight]).toEqual([2, 1]);
  });

  it('never loads more at once than its weight allows, failures among them, and serves all who wait', async () => {
    const cache = new WeightedCache<number>(25);
    let [underWay, most] = [0, 0];
    const loads = Array.from({ length: 10 }, (_, i) =>
      cache.get(`${i}`, 10, async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await turn();
        underWay -= 1;
        if (i % 4 === 1) throw new Error('gone');
        return i;
      }),
    );
    await turn();
    expect(cache.weight).toBeLessThanOrEqual(25);
    const done = await Promise.allSettled(loads);
    expect([most, done.filter(({ status }) => status === 'fulfilled').length]).toEqual([2, 7]);
    expect(cache.weight).toBe(10);
  });

  it('loads a value heavier than the limit after all others', async () => {
    const cache = new WeightedCache<string>(10);
    const order: string[] = [];
    const load = (key: string) => async () => {
      order.push(`${key} starts`);
      await turn();
      order.push(`${key} is there`);
      return key;
    };
    await Promise.all([cache.get('a', 5, load('a')), cache.get('b', 30, load('b')), cache.get('c', 5, load('c'))]);
    expect(order).toEqual(['a starts', 'a is there', 'b starts', 'b is there', 'c starts', 'c is there']);
  });
});
