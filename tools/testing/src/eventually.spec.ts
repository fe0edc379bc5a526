import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns what the first successful attempt returns', async () => {
    let attempts = 0;
    const result = eventually(() => {
      attempts += 1;
      expect(attempts).toBe(3);
      return Promise.resolve('third');
    });
    expect(await result).toBe('third');
    expect(attempts).toBe(3);
  });
});
