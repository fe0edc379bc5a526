import { pricesCsv } from './price-csv.js';

const payment = {
  amount_per_period_base: 150_000n,
  oracle: { currency: 'USD', decimals: 2, public_key: '02bb' },
} as const;

const rowsOf = (executions: Parameters<typeof pricesCsv>[1]): readonly (readonly string[])[] =>
  pricesCsv(payment, executions)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

describe('pricesCsv', () => {
  it('has the amount, the price and what was paid of each payday', () =>
    expect(
      rowsOf([
        {
          price: { due: 1_800_000_000, time: 1_800_000_060, number: 7, price_base: 45_000n, amountBase: 333_333_334n },
          amountBase: 300_000_000n,
          owedBase: 33_333_334n,
          paid_at: 1_800_000_600,
          tx_hash: 'ab',
        },
      ]),
    ).toEqual([
      [
        '2027-01-15T08:00:00.000Z',
        '1500',
        'USD',
        '450',
        '2027-01-15T08:01:00.000Z',
        '7',
        '3.33333334',
        '3',
        '0.33333334',
        '2027-01-15T08:10:00.000Z',
        'ab',
      ],
    ]));

  it('has no payday and no price for the payment of a debt', () =>
    expect(rowsOf([{ price: null, amountBase: 1_000n, owedBase: 0n, paid_at: 1_800_000_600, tx_hash: 'cd' }])).toEqual([
      ['', '', '', '', '', '', '', '0.00001', '0', '2027-01-15T08:10:00.000Z', 'cd'],
    ]));
});
