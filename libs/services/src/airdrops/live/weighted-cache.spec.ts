import { WeightedCache } from './weighted-cache.js';

const fill = async (limit: number, ...keys: readonly string[]) => {
  const loads: string[] = [];
  const cache = new WeightedCache<string>(limit);
  const get = (key: string) =>
    cache.get(key, () => {
      loads.push(key);
      return Promise.resolve({ value: key.toUpperCase(), weight: 10 });
    });
  for (const key of keys) await get(key);
  return { cache, get, loads };
};

describe('WeightedCache', () => {
  it('keeps what was used last, up to its weight', async () => {
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
      return { value: 'x', weight: 1 };
    };
    const first = await Promise.allSettled([cache.get('a', load), cache.get('a', load)]);
    expect([first.map(({ status }) => status), loads]).toEqual([['rejected', 'rejected'], 1]);
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual(['x', 'x']);
    expect(loads).toBe(2);
  });
});
