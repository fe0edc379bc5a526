import { setTimeout as sleep } from 'node:timers/promises';
import { BuildSlots } from './build-slots.js';

describe('BuildSlots', () => {
  it('lets no more work at once than there are slots, and all of it in the end', async () => {
    const slots = new BuildSlots(2);
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      done += 1;
    };
    await Promise.all(Array.from({ length: 7 }, () => slots.run(work)));
    expect([most, done]).toEqual([2, 7]);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new BuildSlots(1);
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run(() => Promise.resolve('yes'))).toBe('yes');
  });
});
