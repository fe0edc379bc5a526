import { setTimeout as sleep } from 'node:timers/promises';
import { OneByOne } from '../concurrency.js';

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
