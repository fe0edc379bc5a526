import { Slots } from './slots.js';

it('runs so many at a time, in order, and goes on after failures', async () => {
  const slots = new Slots(2);
  const log: string[] = [];
  const finish: (() => void)[] = [];
  const start = (name: string) =>
    slots.run(async () => {
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
