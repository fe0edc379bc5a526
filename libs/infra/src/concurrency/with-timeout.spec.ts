import { TimeoutError, withTimeout } from '../concurrency.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('withTimeout', () => {
  it('gives the result, or the failure', async () => {
    await expect(withTimeout(1_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeout(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('does not wait longer than it may', async () => {
    await expect(withTimeout(10, never())).rejects.toThrow('no answer within 10 ms');
    await expect(withTimeout(10, never())).rejects.toBeInstanceOf(TimeoutError);
  });

  it('fails with what it is told to', async () => {
    await expect(withTimeout(10, never(), () => new RangeError('late'))).rejects.toThrow(new RangeError('late'));
  });
});
