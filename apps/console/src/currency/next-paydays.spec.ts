import { nextPaydays, sentPayday } from './next-paydays.js';

const DAY = 86_400;
const START = 1_800_000_000;
const usd = { public_key: `02${'ab'.repeat(32)}`, currency: 'USD', decimals: 2 };
const latest = { price_base: 45_000n, time: START - 60, amount_per_period_base: 333_333_333n };
const daily = {
  status: 'ACTIVE',
  next_payment_date: START,
  amount_per_period_base: 150_000n,
  latest_price: latest,
  oracle: usd,
} as const;
const AT_PRICE = { base: 333_333_333n, price: '450.00 USD', time: START - 60 };

describe('nextPaydays', () => {
  it('puts the next payday of payments together that one funding opened, with what it comes to at the latest price', () => {
    const [first, second] = ['one', 'two'].map((id) => ({ ...daily, id, opened_with: 'one', recipient_name: id }));
    const other = { ...daily, id: 'three', opened_with: 'three', recipient_name: null, latest_price: null };
    if (first === undefined || second === undefined) throw new Error('two payments are needed');
    const paused = { ...second, status: 'PAUSED' } as const;
    const over = { ...second, next_payment_date: null };
    const later = { ...second, next_payment_date: START + DAY };
    expect(nextPaydays([first, second, other, paused, over, later])).toEqual([
      {
        at: START,
        id: 'one',
        name: 'one',
        recipients: 2,
        amount: '3,000.00 USD',
        estimate: { ...AT_PRICE, base: 666_666_666n },
      },
      { at: START, id: 'three', name: null, recipients: 1, amount: '1,500.00 USD', estimate: undefined },
      { at: START + DAY, id: 'two', name: 'two', recipients: 1, amount: '1,500.00 USD', estimate: AT_PRICE },
    ]);
  });
});

describe('sentPayday', () => {
  it('writes amount and price as the service does, to the cent', () => {
    const estimate = { price_decimal: '450.00', time: START - 60, estimated_amount_base: 333_333_333n };
    const payday = { at: START, id: 'one', recipients: 1, currency: 'USD', amount_decimal: '1500.00', estimate };
    const shown = { at: START, id: 'one', name: 'Ada', recipients: 1, amount: '1,500.00 USD' };
    expect(sentPayday(payday, 'Ada')).toEqual({ ...shown, estimate: AT_PRICE });
    expect(sentPayday({ ...payday, estimate: null }, null)).toEqual({ ...shown, name: null, estimate: undefined });
  });
});
