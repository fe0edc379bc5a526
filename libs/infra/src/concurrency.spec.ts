import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit, OneByOne, TimeoutError, withTimeout } from './concurrency.js';

it('runs at most the given number at once, in order, and continues after failures', async () => {
  const limit = new ConcurrencyLimit(2);
  const log: string[] = [];
  const finish: (() => void)[] = [];
  const start = (name: string) =>
    limit.run(async () => {
      log.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
      if (name === 'a') throw new Error('a failed');
      return name;
    });
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map(start));
  await Promise.resolve();
  expect(log).toEqual(['a', 'b']);
  finish[0]?.();
  await new Promise(setImmediate);
  expect(log).toEqual(['a', 'b', 'c']);
  while (log.length < 4 || finish.length > 0) {
    finish.shift()?.();
    await new Promise(setImmediate);
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

it('runs all work, never more than the limit at once', async () => {
  const limit = new ConcurrencyLimit(2);
  let [running, most, done] = [0, 0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
    running -= 1;
    done += 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => limit.run(work)));
  expect([most, done]).toEqual([2, 7]);
});

it('frees its slot when work fails', async () => {
  const limit = new ConcurrencyLimit(1);
  await expect(limit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limit.run(() => Promise.resolve('yes'))).toBe('yes');
});

it('runs what has the same key in order, goes on after failures, and holds up no other key', async () => {
  const queue = new OneByOne();
  const log: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await sleep(5);
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const all = await Promise.allSettled([
    queue.run('1', work('a')),
    queue.run('1', work('b')),
    queue.run('2', work('c')),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.slice(0, 2)).toEqual(['a begins', 'c begins']);
  expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'));
  expect(await queue.run('1', work('d'))).toBe('d');
});

const never = (): Promise<never> => new Promise(() => undefined);

describe('withTimeout', () => {
  it('returns the result or throws the failure', async () => {
    await expect(withTimeout(1_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeout(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('times out after the given time', async () => {
    await expect(withTimeout(10, never())).rejects.toThrow('no answer within 10 ms');
    await expect(withTimeout(10, never())).rejects.toBeInstanceOf(TimeoutError);
  });

  it('fails with the given error', async () => {
    await expect(withTimeout(10, never(), () => new RangeError('late'))).rejects.toThrow(new RangeError('late'));
  });
});
