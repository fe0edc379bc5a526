import { Breaker } from './indexer-client.js';

describe('Breaker', () => {
  let now = 0;
  const create = () => new Breaker(3, 1_000, () => now);

  it('opens after failures in a row, for a while', () => {
    const breaker = create();
    breaker.fail();
    breaker.fail();
    breaker.succeed();
    breaker.fail();
    breaker.fail();
    expect(breaker.isOpen).toBe(false);
    breaker.fail();
    expect(breaker.isOpen).toBe(true);
    now += 1_000;
    expect(breaker.isOpen).toBe(false);
  });

  it('opens again at the next failure, and stays closed after a success', () => {
    const breaker = create();
    for (let i = 0; i < 3; i += 1) breaker.fail();
    now += 1_000;
    breaker.fail();
    expect(breaker.isOpen).toBe(true);
    now += 1_000;
    breaker.succeed();
    breaker.fail();
    expect(breaker.isOpen).toBe(false);
  });
});
