import { LOCK_PATIENCE_MS, retryTransaction } from './transaction-in-turn.js';

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

describe('retryTransaction', () => {
  it('runs again after a deadlock until it succeeds', async () => {
    let runs = 0;
    const result = await retryTransaction(() => {
      runs += 1;
      return runs < 3 ? Promise.reject(deadlock()) : Promise.resolve('done');
    });
    expect([result, runs]).toEqual(['done', 3]);
  });

  it('gives up after five runs, with the last error', async () => {
    let runs = 0;
    await expect(
      retryTransaction(() => {
        runs += 1;
        return Promise.reject(deadlock());
      }),
    ).rejects.toThrow('deadlock detected');
    expect(runs).toBe(5);
  });

  it('gives up on a lock that is held for too long, at once where it has waited for its turn as long', async () => {
    let runs = 0;
    const locked = () => {
      runs += 1;
      return Promise.reject(Object.assign(new Error('could not obtain lock'), { code: '55P03' }));
    };
    await expect(retryTransaction(locked, Date.now() - LOCK_PATIENCE_MS)).rejects.toThrow('could not obtain lock');
    expect(runs).toBe(1);
  });

  it('does not repeat other failures', async () => {
    let runs = 0;
    await expect(
      retryTransaction(() => {
        runs += 1;
        return Promise.reject(new Error('duplicate'));
      }),
    ).rejects.toThrow('duplicate');
    expect(runs).toBe(1);
  });
});
