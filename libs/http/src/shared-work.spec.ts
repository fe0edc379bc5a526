import { setTimeout as sleep } from 'node:timers/promises';
import { shareWork } from './shared-work.js';

describe('shareWork', () => {
  const counted = (freshMs?: number) => {
    let times = 0;
    const ask = shareWork(async () => {
      times += 1;
      await sleep(10);
      return times;
    }, freshMs);
    return ask;
  };

  it('is done once for all who ask meanwhile, and again for who asks later', async () => {
    const ask = counted();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(2);
  });

  it('reuses a fresh result', async () => {
    const ask = counted(50);
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await sleep(80);
    expect(await ask()).toBe(2);
  });

  it('forgets what failed', async () => {
    let fails = true;
    const ask = shareWork(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve('yes')), 60_000);
    await expect(ask()).rejects.toThrow('no');
    fails = false;
    expect(await ask()).toBe('yes');
  });
});
