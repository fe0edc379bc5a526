import { createReadiness, type ReadinessSources } from './readiness.js';

const sources: ReadinessSources = {
  databaseProblem: () => Promise.resolve(undefined),
  writesRefused: () => undefined,
  tip: () => Promise.resolve({ height: 7, medianTimePast: 1_000, lagging: false }),
  finality: () => Promise.resolve({ block: { height: 5, hash: 'ab'.repeat(32) }, reorganisation: undefined }),
  watcher: () => ({ mode: 'protect', isLeader: true, lastRoundAt: 900 }),
  campaignWatcher: () => ({ mode: 'protect', isLeader: false, lastRoundAt: null }),
  vaultWatcher: () => ({ mode: 'protect', isLeader: false, lastRoundAt: null }),
  maxTipAgeSeconds: 600,
  now: () => 1_500,
};

describe('createReadiness', () => {
  it('reports on everything the process depends on', async () => {
    await expect(createReadiness(sources)()).resolves.toEqual({
      success: true,
      status: 'ready',
      checks: {
        database: { ok: true },
        electrum: { ok: true, height: 7, tipAgeSeconds: 500 },
        finality: { ok: true, finalHeight: 5 },
        watcher: { ok: true, mode: 'protect', isLeader: true, lastRoundAt: 900 },
        campaignWatcher: { ok: true, mode: 'protect', isLeader: false, lastRoundAt: null },
        vaultWatcher: { ok: true, mode: 'protect', isLeader: false, lastRoundAt: null },
      },
    });
  });

  it.each<[string, Partial<ReadinessSources>, object]>([
    [
      'the schema is old',
      { databaseProblem: () => Promise.resolve('migrations-pending') },
      { database: { ok: false, reason: 'migrations-pending' } },
    ],
    [
      'the database fails',
      { databaseProblem: () => Promise.reject(new Error('secret')) },
      { database: { ok: false, reason: 'the database answers with errors' } },
    ],
    [
      'no server answers',
      { tip: () => Promise.reject(new Error('secret')) },
      { electrum: { ok: false, height: null, reason: 'no Electrum server answers' } },
    ],
    [
      'all servers lag',
      { tip: () => Promise.resolve({ height: 7, medianTimePast: 1_000, lagging: true }) },
      { electrum: { ok: false, height: 7, reason: 'all Electrum servers lag behind a block seen before' } },
    ],
    [
      'the chain has stopped',
      { now: () => 1_601 },
      { electrum: { ok: false, tipAgeSeconds: 601, reason: 'the newest block is too old' } },
    ],
  ])('is not ready when %s', async (_, change, checks) => {
    await expect(createReadiness({ ...sources, ...change })()).resolves.toMatchObject({
      success: false,
      status: 'unready',
      checks,
    });
  });

  it('is ready, and names the block, where the chain replaced a final block', async () => {
    const block = { height: 5, hash: 'ab'.repeat(32) };
    const finality = () => Promise.resolve({ block, reorganisation: { height: 4, at: 1_400 } });
    await expect(createReadiness({ ...sources, finality })()).resolves.toMatchObject({
      success: true,
      checks: { finality: { ok: false, finalHeight: 5, reason: expect.stringContaining('block 4') as string } },
    });
  });

  it('shows the age of the newest message of each oracle, and stays ready without one', async () => {
    const oracles = () =>
      Promise.resolve([
        { currency: 'USD', publicKey: '02ab', ageSeconds: 900, lies: 0 },
        { currency: 'EUR', publicKey: '03cd', ageSeconds: 901, lies: 0 },
        { currency: 'GBP', publicKey: '02ef', ageSeconds: null, lies: 0 },
      ]);
    await expect(createReadiness({ ...sources, oracles })()).resolves.toMatchObject({
      success: true,
      checks: {
        oracles: [
          { ok: true, currency: 'USD', publicKey: '02ab', messageAgeSeconds: 900 },
          { ok: false, reason: 'no message came for 15 minutes', messageAgeSeconds: 901 },
          { ok: false, reason: 'no message is stored', messageAgeSeconds: null },
        ],
      },
    });
    const failing = () => Promise.reject(new Error('secret'));
    const { checks } = await createReadiness({ ...sources, oracles: failing })();
    expect(checks.oracles).toBeUndefined();
  });

  it('is ready, and says so, where the database reads but does not write', async () => {
    const checks = { database: { ok: true, reason: 'its disk is full' } };
    await expect(createReadiness({ ...sources, writesRefused: () => 'its disk is full' })()).resolves.toMatchObject({
      success: true,
      status: 'ready',
      checks,
    });
    const both: Partial<ReadinessSources> = {
      writesRefused: () => 'its disk is full',
      databaseProblem: () => Promise.resolve('unavailable'),
    };
    await expect(createReadiness({ ...sources, ...both })()).resolves.toMatchObject({
      success: false,
      checks: { database: { ok: false, reason: 'unavailable' } },
    });
  });

  it('sets no bound on the age of a tip where none is wanted', async () => {
    await expect(createReadiness({ ...sources, maxTipAgeSeconds: 0, now: () => 9_999_999 })()).resolves.toMatchObject({
      success: true,
    });
  });

  it('never reports a tip from the future as negative', async () => {
    await expect(createReadiness({ ...sources, now: () => 900 })()).resolves.toMatchObject({
      checks: { electrum: { tipAgeSeconds: 0 } },
    });
  });
});
