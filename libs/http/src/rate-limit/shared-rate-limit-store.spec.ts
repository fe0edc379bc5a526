import { mock } from 'node:test';
import { createSharedCounts } from './rate-limit.js';

const HOUR = 3_600_000;

/** Counts as the database would, or fails, or never answers. */
const createCounter = () => {
  const asked: string[] = [];
  const state: { mood: 'well' | 'away' | 'silent' } = { mood: 'well' };
  return {
    asked,
    state,
    hit(key: string) {
      asked.push(key);
      if (state.mood === 'away') return Promise.reject(new Error('away'));
      if (state.mood === 'silent') return new Promise<never>(() => undefined);
      return Promise.resolve({ hits: asked.filter((other) => other === key).length, msLeft: 1_000 });
    },
  };
};

describe('shared counts', () => {
  afterEach(() => mock.timers.reset());

  it('are those of the database', async () => {
    const count = createSharedCounts(createCounter());
    expect(await count('a', HOUR, 2)).toEqual({ current: 1, ttl: 1_000 });
    expect(await count('a', HOUR, 2)).toEqual({ current: 2, ttl: 1_000 });
    expect(await count('b', HOUR, 2)).toEqual({ current: 1, ttl: 1_000 });
  });

  it('are not asked for once a client is known to be over the limit', async () => {
    const counter = createCounter();
    const count = createSharedCounts(counter);
    for (let hits = 1; hits <= 10; hits += 1) expect((await count('a', HOUR, 2)).current).toBe(Math.min(hits, 3));
    expect(counter.asked).toHaveLength(3);
    expect(await count('b', HOUR, 2)).toMatchObject({ current: 1 });
  });

  it('go on from what is known while the database is away', async () => {
    const counter = createCounter();
    const count = createSharedCounts(counter);
    await count('a', HOUR, 9);
    counter.state.mood = 'away';
    expect((await count('a', HOUR, 9)).current).toBe(2);
    expect((await count('a', HOUR, 9)).current).toBe(3);
    expect(await count('new', HOUR, 9)).toMatchObject({ current: 1 });
    expect((await count('new', HOUR, 9)).ttl).toBeGreaterThan(0);
  });

  it('do not hold up a request for long', async () => {
    const counter = createCounter();
    counter.state.mood = 'silent';
    mock.timers.enable({ apis: ['setTimeout'] });
    const counted = createSharedCounts(counter)('a', HOUR, 9);
    mock.timers.tick(5_000);
    expect(await counted).toMatchObject({ current: 1 });
  });

  it('start over with the window', async () => {
    mock.timers.enable({ apis: ['Date'], now: 10 * HOUR });
    const counter = createCounter();
    counter.state.mood = 'away';
    const count = createSharedCounts(counter);
    for (let hits = 1; hits <= 3; hits += 1) await count('a', HOUR, 9);
    mock.timers.tick(HOUR - 1);
    expect(await count('a', HOUR, 9)).toEqual({ current: 4, ttl: 1 });
    mock.timers.tick(1);
    expect(await count('a', HOUR, 9)).toEqual({ current: 1, ttl: HOUR });
  });
});
