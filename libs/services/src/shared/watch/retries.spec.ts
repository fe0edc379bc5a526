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

  it('counts, and waits longer each time', async () => {
    expect([retries.schedule('a'), retries.schedule('a'), retries.schedule('a')]).toEqual([1, 2, 3]);
    expect(retries.schedule('b')).toBe(1);
    await sleep(50);
    expect(tried).toEqual(['b']);
    await sleep(60);
    expect(tried).toEqual(['b', 'a']);
    expect(retries.size).toBe(2);
  });

  it('hurries when there is news, and begins with the first pause again', async () => {
    for (let i = 0; i < 6; i += 1) retries.schedule('a');
    retries.hurry();
    expect(tried).toEqual(['a']);
    retries.schedule('a');
    await sleep(40);
    expect(tried).toEqual(['a', 'a']);
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
