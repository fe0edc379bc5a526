import fc from 'fast-check';
import { echoesTokens, parseTokenAmount } from './token-amount.js';

const MAX = 9_223_372_036_854_775_807n;
const units = fc.bigInt({ min: 1n, max: MAX });

describe('parseTokenAmount', () => {
  it('reads numbers and strings, up to the last unit there can be', () => {
    expect(parseTokenAmount(1, 'totalAmount')).toBe(1n);
    expect(parseTokenAmount('0042', 'totalAmount')).toBe(42n);
    expect(parseTokenAmount(Number.MAX_SAFE_INTEGER, 'totalAmount')).toBe(9_007_199_254_740_991n);
    expect(parseTokenAmount(MAX.toString(), 'totalAmount')).toBe(MAX);
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    '',
    ' 1',
    '1.0',
    '1e3',
    '-1',
    '+1',
    '0',
    '0x10',
    '\u0661',
    (MAX + 1n).toString(),
    '9'.repeat(41),
  ])('refuses %p', (given) => {
    let thrown: unknown;
    try {
      parseTokenAmount(given, 'totalAmount');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'INVALID_AMOUNT', details: { field: 'totalAmount', given: String(given) } });
  });

  it('refuses numbers that may have lost units, and says what to send', () => {
    expect(() => parseTokenAmount(Number.MAX_SAFE_INTEGER + 1, 'totalAmount')).toThrow(/send it as a string/);
  });

  it('reads back every amount it may have written', () => {
    fc.assert(fc.property(units, (amount) => parseTokenAmount(amount.toString(), 'x') === amount));
  });
});

describe('echoesTokens', () => {
  it('compares strings exactly, numbers as they are rounded', () => {
    fc.assert(
      fc.property(units, (amount) => echoesTokens(amount.toString(), amount) && echoesTokens(Number(amount), amount)),
    );
    expect(echoesTokens((MAX - 1n).toString(), MAX)).toBe(false);
    expect(echoesTokens(Number(MAX - 1n), MAX)).toBe(true);
    expect(echoesTokens(4, 5n)).toBe(false);
    expect(echoesTokens('5.0', 5n)).toBe(false);
  });
});
