import fc from 'fast-check';
import { prices, soundTerms } from '../../test/arbitrary-terms.js';
import {
  coverageAt,
  coveredPeriods,
  type CurrencyBalance,
  MIN_PAYMENT,
  payDebt,
  payPeriod,
  satoshisAt,
} from '../index.js';

const terms = { amount: 150_000n, lowest: 11_000n, highest: 180_000n };
const reserve = { reserve: 15_030n, floor: 2_430n, fee: 1_050n };
const fixed = 333_333_333n;

describe('payPeriod', () => {
  it.each([
    ['pays the period', 1_000_000_000n, 0n, { paid: fixed, fee: 1_050n, after: { value: 666_665_617n, debt: 0n } }],
    [
      'pays a debt with it',
      1_000_000_000n,
      7n,
      { paid: fixed + 7n, fee: 1_050n, after: { value: 666_665_610n, debt: 0n } },
    ],
    [
      'pays what there is',
      300_015_030n,
      5n,
      { paid: 300_000_000n, fee: 1_050n, after: { value: 13_980n, debt: 33_333_338n } },
    ],
    [
      'pays the smallest output',
      15_606n,
      0n,
      { paid: 576n, fee: 1_050n, after: { value: 13_980n, debt: fixed - 576n } },
    ],
    ['pays nothing below it', 15_605n, 0n, { paid: 0n, fee: 1_050n, after: { value: 14_555n, debt: fixed } }],
    [
      'fixes the price below the reserve',
      3_000n,
      1n,
      { paid: 0n, fee: 570n, after: { value: 2_430n, debt: fixed + 1n } },
    ],
    ['leaves the floor to another coin', 2_430n, 1n, { paid: 0n, fee: 0n, after: { value: 2_430n, debt: fixed + 1n } }],
  ])('%s of %s satoshis with a debt of %s', (_, value, debt, step) => {
    expect(payPeriod(terms, reserve, { value, debt }, 45_000n)).toEqual({ fixed, ...step });
  });

  it('neither loses nor creates money: what was fixed is paid or a debt, and the value goes to the recipient and to fees', () => {
    const balances = fc.record({ value: fc.bigInt(2_430n, 10_000_000_000n), debt: fc.bigInt(0n, 10_000_000_000n) });
    fc.assert(
      fc.property(soundTerms, balances, prices, (any, balance, price) => {
        const { fixed: amount, paid, fee, after } = payPeriod(any, reserve, balance, price);
        expect(balance.debt + amount).toBe(paid + after.debt);
        expect(balance.value).toBe(paid + fee + after.value);
        expect(paid === 0n || paid >= MIN_PAYMENT).toBe(true);
        expect(after.value >= reserve.floor).toBe(true);
      }),
    );
  });
});

describe('payDebt', () => {
  const wide = { reserve: 15_030n, fee: 1_780n };
  it.each([
    [1_000_000n, 50_000n, { fixed: 0n, paid: 50_000n, fee: 1_780n, after: { value: 948_220n, debt: 0n } }],
    [100_000n, 500_000n, { fixed: 0n, paid: 84_970n, fee: 1_780n, after: { value: 13_250n, debt: 415_030n } }],
    [1_000_000n, 575n, undefined],
    [15_605n, 50_000n, undefined],
    [2_430n, 50_000n, undefined],
    [1_000_000n, 0n, undefined],
  ])('with %s satoshis and a debt of %s returns %j', (value, debt, step) => {
    expect(payDebt(wide, { value, debt })).toEqual(step);
  });
});

describe('coveredPeriods', () => {
  it('is the number of periods that are paid in full, one after the other', () => {
    const balances = fc.record({ value: fc.bigInt(15_030n, 5_000_000_000n), debt: fc.bigInt(0n, 100_000_000n) });
    fc.assert(
      fc.property(soundTerms, balances, prices, fc.bigInt(0n, 12n), (any, balance, price, left) => {
        let now: CurrencyBalance = balance;
        let count = 0n;
        for (; count < left; count += 1n) {
          const step = payPeriod(any, reserve, now, price);
          if (step.after.debt > 0n) break;
          now = step.after;
        }
        expect(coveredPeriods({ ...any, ...reserve, left }, balance, price)).toBe(count);
      }),
    );
  });

  it('at half of the price is the coverage that a fall of the price leaves', () => {
    const all = { ...terms, ...reserve, left: 12n };
    const balance = { value: 2_000_000_000n, debt: 0n };
    expect(coverageAt(all, balance, 45_000n)).toEqual({ atPrice: 5n, atHalf: 2n });
    expect(coverageAt(all, { ...balance, debt: 400_000_000n }, 45_000n)).toEqual({ atPrice: 4n, atHalf: 2n });
    expect(coverageAt({ ...all, left: 3n }, balance, 45_000n)).toEqual({ atPrice: 3n, atHalf: 2n });
    expect(
      coverageAt({ ...all, lowest: 1n }, { value: satoshisAt({ ...terms, lowest: 1n }, 1n) + 15_030n, debt: 0n }, 1n),
    ).toEqual({ atPrice: 1n, atHalf: 1n });
  });
});
