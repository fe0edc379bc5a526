import { within } from './within.js';

describe('within', () => {
  it('gives the result, or the failure', async () => {
    await expect(within(1_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('does not wait longer than it may', async () => {
    await expect(within(10, new Promise(() => undefined))).rejects.toThrow('no answer within 10 ms');
  });
});
