import { booleanOf, hashOf, heightOf, tokenFilterOf, unsignedOf } from './method.js';

describe('parameters', () => {
  it.each([
    [5, 5],
    ['5', 5],
    [' +7 ', 7],
    [5.4, 5],
    [true, 1],
    [0, 0],
    [4_294_967_295, 4_294_967_295],
  ])('reads the whole number in %p', (value, expected) => {
    expect(unsignedOf(value)).toBe(expected);
  });

  it.each([[-1], ['-1'], ['x'], [''], [null], [undefined], [{}], [[]], [Number.NaN], [4_294_967_296], ['1e3']])(
    'finds no whole number in %p',
    (value) => {
      expect(unsignedOf(value)).toBeUndefined();
      expect(() => heightOf(value, 'no')).toThrow('no');
    },
  );

  it('refuses heights no chain has', () => {
    expect(() => heightOf(100_000_000, 'too high')).toThrow('too high');
  });

  it('reads booleans from little else', () => {
    expect([true, 1, 'true', '1'].map((value) => booleanOf(value, 'no'))).toEqual([true, true, true, true]);
    expect([false, 0, 'false', '0'].map((value) => booleanOf(value, 'no'))).toEqual([false, false, false, false]);
    for (const value of ['yes', 2, null, {}, '']) expect(() => booleanOf(value, 'no')).toThrow('no');
  });

  it('reads hashes and filters in any case', () => {
    expect(hashOf('AB'.repeat(32), 'no')).toBe('ab'.repeat(32));
    for (const value of ['ab'.repeat(31), 'zz'.repeat(32), 5, null, `${'ab'.repeat(32)}00`]) {
      expect(() => hashOf(value, 'no')).toThrow('no');
    }
    expect(tokenFilterOf('Tokens_Only')).toBe('tokens_only');
    expect(() => tokenFilterOf('toString')).toThrow('Invalid token filtering option');
  });
});
