import fc from 'fast-check';
import { MAX_SATOSHIS } from '@weir/covenants';
import { echoesAmount, formatBch, parseBchAmount, parseTokenAmount } from './amounts.js';
import { ServiceError } from './service-error.js';

const amounts = fc.bigInt(546n, MAX_SATOSHIS);

describe('amounts of BCH', () => {
  it('come back from their text and from their number, up to the whole supply', () => {
    fc.assert(
      fc.property(amounts, (satoshis) => {
        expect(parseBchAmount(formatBch(satoshis), 'a')).toBe(satoshis);
        expect(parseBchAmount(Number(formatBch(satoshis)), 'a')).toBe(satoshis);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [0.1 * 3, 30_000_000n],
    [1, 100_000_000n],
    ['21000000', MAX_SATOSHIS],
    ['0.00000546', 546n],
    ['.5', 50_000_000n],
    ['0,125', 12_500_000n],
    ['1.500', 150_000_000n],
    ['0.123456780', 12_345_678n],
    [' 1', 100_000_000n],
  ])('reads %p', (given, satoshis) => {
    expect(parseBchAmount(given, 'a')).toBe(satoshis);
  });

  it.each([
    0,
    -1,
    -0.5,
    NaN,
    Infinity,
    1e308,
    0.000000015,
    0.123456789,
    0.00000545,
    21_000_000.00000001,
    '0',
    '-1',
    '1e3',
    '0x10',
    '1.',
    '1,500',
    '500 sats',
    '(0.5)',
    '\u22121',
    '0.123456789',
    '21000000.00000001',
    '',
    '99999999999',
  ])('refuses %p', (given) => {
    expect(() => parseBchAmount(given, 'totalAmount')).toThrow(ServiceError);
  });

  it('names both meanings of a text that has two', () =>
    expect(() => parseBchAmount('1,500', 'totalAmount')).toThrow(
      'totalAmount must be an amount of BCH with at most 8 decimals: "1,500" is 1500 or 1.5 BCH',
    ));

  it('compares echoes as doubles or to the last digit', () => {
    expect(echoesAmount(0.3, 30_000_000n, 'BCH')).toBe(true);
    expect(echoesAmount(0.30000001, 30_000_000n, 'BCH')).toBe(false);
    expect(echoesAmount('0.30', 30_000_000n, 'BCH')).toBe(true);
    expect(echoesAmount('0.30000001', 30_000_000n, 'BCH')).toBe(false);
    expect(echoesAmount('nonsense', 30_000_000n, 'BCH')).toBe(false);
  });
});

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
    '1.5',
    '1,500',
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

describe('echoesAmount of tokens', () => {
  it('compares strings exactly, numbers as they are rounded', () => {
    fc.assert(
      fc.property(
        units,
        (amount) =>
          echoesAmount(amount.toString(), amount, 'FUNGIBLE_TOKEN') &&
          echoesAmount(Number(amount), amount, 'FUNGIBLE_TOKEN'),
      ),
    );
    expect(echoesAmount((MAX - 1n).toString(), MAX, 'FUNGIBLE_TOKEN')).toBe(false);
    expect(echoesAmount(Number(MAX - 1n), MAX, 'FUNGIBLE_TOKEN')).toBe(true);
    expect(echoesAmount(4, 5n, 'FUNGIBLE_TOKEN')).toBe(false);
    expect(echoesAmount('5.0', 5n, 'FUNGIBLE_TOKEN')).toBe(true);
    expect(echoesAmount('5.5', 5n, 'FUNGIBLE_TOKEN')).toBe(false);
  });
});
