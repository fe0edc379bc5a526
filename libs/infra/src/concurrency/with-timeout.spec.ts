import { TimeoutError, withTimeout } from '../concurrency.js';

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
