import { mock } from 'node:test';
import { Retries } from './retries.js';

const FIRST_MS = 20;

describe('Retries', () => {
  let tried: string[];
  let retries: Retries;
  /** The virtual time, milliseconds. */
  let now: number;
  /** Lets time pass. */
  const pass = (ms: number): void => {
    now += ms;
    mock.timers.tick(ms);
  };
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    tried = [];
    now = 0;
    retries = new Retries(
      (key) => tried.push(key),
      FIRST_MS,
      () => now,
    );
  });
  afterEach(() => {
    retries.close();
    mock.timers.reset();
  });

  it('tries again after a pause, once', () => {
    retries.schedule('a');
    pass(FIRST_MS - 1);
    expect(tried).toEqual([]);
    pass(1);
    expect(tried).toEqual(['a']);
    pass(1_000_000);
    expect(tried).toEqual(['a']);
  });

  it('counts, and waits longer each time, a minute at most', () => {
    for (let attempt = 1, pause = FIRST_MS; attempt <= 20; attempt += 1, pause = Math.min(2 * pause, 60_000)) {
      expect(retries.schedule('a')).toBe(attempt);
      pass(pause - 1);
      expect(tried).toHaveLength(attempt - 1);
      pass(1);
      expect(tried).toHaveLength(attempt);
    }
    expect(retries.schedule('b')).toBe(1);
    expect(retries.size).toBe(2);
  });

  it('returns for how long the first entry has been retried', () => {
    expect(retries.longestSeconds).toBe(0);
    retries.schedule('a');
    pass(100);
    retries.schedule('b');
    pass(FIRST_MS);
    retries.schedule('a');
    expect(retries.longestSeconds).toBe(0.12);
    retries.clear('a');
    expect(retries.longestSeconds).toBe(0.02);
    retries.clear('b');
    expect(retries.longestSeconds).toBe(0);
  });

  it('keeps the turn of what is scheduled again before it, and waits no longer for it', () => {
    expect([retries.schedule('a'), retries.schedule('a'), retries.schedule('a')]).toEqual([1, 1, 1]);
    retries.schedule('b');
    pass(FIRST_MS);
    expect(tried).toEqual(['a', 'b']);
    // As if it had been scheduled once.
    retries.schedule('a');
    retries.schedule('b');
    pass(2 * FIRST_MS);
    expect(tried).toEqual(['a', 'b', 'a', 'b']);
  });

  it('hurries when there is news, and begins with the first pause again', () => {
    for (const attempt of [1, 2, 3]) {
      retries.schedule('a');
      pass(FIRST_MS * 2 ** (attempt - 1));
    }
    retries.schedule('a');
    retries.hurryAll();
    expect(tried).toHaveLength(4);
    retries.schedule('a');
    retries.schedule('b');
    pass(FIRST_MS);
    expect(tried.slice(4)).toEqual(['a', 'b']);
  });

  it('hurries one key alone, and none that is not scheduled', () => {
    retries.schedule('a');
    retries.schedule('b');
    retries.hurry('b');
    retries.hurry('c');
    expect([tried, retries.size]).toEqual([['b'], 2]);
  });

  it('forgets what succeeded, and everything when it is closed', () => {
    retries.schedule('a');
    retries.schedule('b');
    retries.clear('a');
    retries.close();
    expect(retries.schedule('c')).toBe(0);
    pass(1_000_000);
    expect([tried, retries.size]).toEqual([[], 0]);
  });
});
