import { setTimeout as sleep } from 'node:timers/promises';
import { Retries } from './retries.js';

describe('Retries', () => {
  let tried: string[];
  let retries: Retries;
  beforeEach(() => {
    tried = [];
    retries = new Retries((key) => tried.push(key), 20);
  });
  afterEach(() => retries.close());

  it('tries again after a pause, once', async () => {
    retries.schedule('a');
    expect(tried).toEqual([]);
    await sleep(40);
    expect(tried).toEqual(['a']);
    await sleep(40);
    expect(tried).toEqual(['a']);
  });

  /** Waits until this many have been tried. @returns how long it took, milliseconds */
  const untilTried = async (count: number): Promise<number> => {
    const since = performance.now();
    while (tried.length < count) await sleep(1);
    return performance.now() - since;
  };

  it('counts, and waits longer each time', async () => {
    for (const attempt of [1, 2, 3]) {
      expect(retries.schedule('a')).toBe(attempt);
      expect(await untilTried(attempt)).toBeGreaterThan(20 * 2 ** (attempt - 1) - 5);
    }
    expect(retries.schedule('b')).toBe(1);
    expect(retries.size).toBe(2);
  });

  it('returns for how long the first entry has been retried', async () => {
    expect(retries.longestSeconds).toBe(0);
    retries.schedule('a');
    await sleep(100);
    retries.schedule('b');
    await untilTried(2);
    retries.schedule('a');
    const first = retries.longestSeconds;
    retries.clear('a');
    const second = retries.longestSeconds;
    expect(first).toBeGreaterThan(0.045);
    expect(second).toBeLessThan(first - 0.02);
    retries.clear('b');
    expect(retries.longestSeconds).toBe(0);
  });

  it('keeps the turn of what is scheduled again before it, and waits no longer for it', async () => {
    expect([retries.schedule('a'), retries.schedule('a'), retries.schedule('a')]).toEqual([1, 1, 1]);
    retries.schedule('b');
    await untilTried(2);
    expect(tried).toEqual(['a', 'b']);
    // As if it had been scheduled once.
    retries.schedule('a');
    retries.schedule('b');
    await untilTried(4);
    expect(tried).toEqual(['a', 'b', 'a', 'b']);
  });

  it('hurries when there is news, and begins with the first pause again', async () => {
    for (const attempt of [1, 2, 3]) {
      retries.schedule('a');
      await untilTried(attempt);
    }
    retries.schedule('a');
    retries.hurryAll();
    expect(tried).toHaveLength(4);
    retries.schedule('a');
    retries.schedule('b');
    await untilTried(6);
    expect(tried.slice(4)).toEqual(['a', 'b']);
  });

  it('hurries one key alone, and none that is not scheduled', () => {
    retries.schedule('a');
    retries.schedule('b');
    retries.hurry('b');
    retries.hurry('c');
    expect([tried, retries.size]).toEqual([['b'], 2]);
  });

  it('forgets what succeeded, and everything when it is closed', async () => {
    retries.schedule('a');
    retries.schedule('b');
    retries.clear('a');
    retries.close();
    expect(retries.schedule('c')).toBe(0);
    await sleep(40);
    expect([tried, retries.size]).toEqual([[], 0]);
  });
});
