import { mock } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { LaneCrowdedError, LaneTurns } from './lane-turns.js';

describe('LaneTurns', () => {
  afterEach(() => mock.timers.reset());

  it('lets one work at a time on a lane, in order, and others on other lanes', async () => {
    const turns = new LaneTurns();
    const done: string[] = [];
    const work = (name: string) => async () => {
      done.push(`${name} begins`);
      await sleep(2);
      done.push(`${name} ends`);
    };
    await Promise.all([turns.run('a', work('1')), turns.run('a', work('2')), turns.run('b', work('3'))]);
    expect(done.filter((line) => !line.startsWith('3'))).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
    expect(done.indexOf('3 begins')).toBeLessThan(done.indexOf('1 ends'));
  });

  it('goes on after work that fails', async () => {
    const turns = new LaneTurns();
    const [first, second] = await Promise.allSettled([
      turns.run('a', () => Promise.reject(new Error('no'))),
      turns.run('a', () => Promise.resolve('yes')),
    ]);
    expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'yes' }]);
  });

  it('passes the turn when the lane moved', async () => {
    const turns = new LaneTurns({ holdMs: 60_000, waitMs: 60_000 });
    await turns.take('a', 'somebody');
    const next = turns.take('a', 'another').then(() => 'taken');
    expect(await Promise.race([next, sleep(10, 'waiting')])).toBe('waiting');
    turns.moved('a');
    expect(await next).toBe('taken');
  });

  it('gives the turn on after a while, and lets nobody wait for ever', async () => {
    const held = new LaneTurns({ holdMs: 5, waitMs: 60_000 });
    await held.take('a', 'somebody');
    await held.take('a', 'another');
    const crowded = new LaneTurns({ holdMs: 60_000, waitMs: 5 });
    await crowded.take('a', 'somebody');
    await crowded.take('a', 'another');
    expect(await crowded.run('b', () => Promise.resolve('done'))).toBe('done');
    const patient = new LaneTurns({ sendWaitMs: 5 });
    const busy = patient.run('a', () => sleep(50));
    await expect(patient.run('a', () => Promise.resolve('never'))).rejects.toThrow(LaneCrowdedError);
    await busy;
  });

  it('keeps the order when others stop waiting', async () => {
    const turns = new LaneTurns({ sendWaitMs: 40, waitMs: 40 });
    let [running, most] = [0, 0];
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await sleep(150);
      running -= 1;
    };
    const run = () =>
      turns.run('a', work).then(
        () => 'worked',
        (error: unknown) => (error instanceof LaneCrowdedError ? 'crowded' : error),
      );
    const all = [run(), run(), turns.take('a', 'somebody').then(() => 'built')];
    for (let i = 0; i < 14; i += 1) {
      await sleep(10);
      all.push(run());
    }
    const ended = await Promise.all(all);
    expect(new Set(ended)).toEqual(new Set(['worked', 'crowded', 'built']));
    expect(most).toBe(1);
    expect(await turns.run('a', () => Promise.resolve('done'))).toBe('done');
  });

  it('lets nobody keep a lane by taking turns and not using them', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const turns = new LaneTurns({ holdMs: 640, leastHoldMs: 1, waitMs: 60_000 });
    const taken: number[] = [];
    let passed = 0;
    for (let idler = 0; idler < 20; idler += 1) {
      void turns.take('a', `idler ${idler}`).then(() => taken.push(idler));
      await setImmediate();
      for (; taken.length === idler; passed += 1) {
        mock.timers.tick(1);
        await setImmediate();
      }
    }
    // 640 + 320 + 160 + ...: not 20 times 640.
    expect(passed).toBeGreaterThan(640);
    expect(passed).toBeLessThan(1_400);
  });

  it('queues a claimer once', async () => {
    const turns = new LaneTurns({ holdMs: 60_000, waitMs: 60_000 });
    await turns.take('a', 'somebody');
    const waiting = turns.take('a', 'another').then(() => 'taken');
    await turns.take('a', 'another');
    await turns.take('a', 'somebody');
    turns.moved('a');
    expect(await waiting).toBe('taken');
  });
});
