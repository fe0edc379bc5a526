import { nextPaydays, paydaysUntil, sumsUntil } from './currency-days.js';

const DAY = 86_400;
const START = 1_800_000_000;
const usd = { public_key: `02${'ab'.repeat(32)}`, currency: 'USD', decimals: 2 };
const daily = {
  status: 'ACTIVE',
  next_payment_date: START,
  interval_seconds: DAY,
  calendar: null,
  periods: null,
  payment_count: 0,
  amount_per_period_base: 150_000n,
  oracle: usd,
} as const;

describe('what payments in a currency pay within some days', () => {
  it('counts the paydays up to the last day, and no more than are left', () => {
    expect(paydaysUntil(daily, START - 1)).toBe(0);
    expect(paydaysUntil(daily, START)).toBe(1);
    expect(paydaysUntil(daily, START + 30 * DAY - 1)).toBe(30);
    expect(paydaysUntil({ ...daily, periods: 12, payment_count: 10 }, START + 30 * DAY)).toBe(2);
    expect(paydaysUntil({ ...daily, status: 'PAUSED' }, START + 30 * DAY)).toBe(0);
    expect(paydaysUntil({ ...daily, next_payment_date: null }, START + 30 * DAY)).toBe(0);
  });

  it('adds up each currency by itself, to the cent', () => {
    const eur = { ...daily, oracle: { ...usd, currency: 'EUR' }, amount_per_period_base: 99n };
    expect(sumsUntil([daily, eur, { ...daily, interval_seconds: 7 * DAY }], START + 7 * DAY)).toEqual([
      { currency: 'USD', decimals: 2, base: 10n * 150_000n },
      { currency: 'EUR', decimals: 2, base: 8n * 99n },
    ]);
    expect(sumsUntil([{ ...daily, status: 'CANCELLED' }], START + 7 * DAY)).toEqual([]);
  });

  it('puts the next payday of payments together that one funding opened', () => {
    const [first, second] = ['one', 'two'].map((id) => ({ ...daily, id, opened_with: 'one', recipient_name: id }));
    const other = { ...daily, id: 'three', opened_with: 'three', recipient_name: null };
    if (first === undefined || second === undefined) throw new Error('two payments are needed');
    const paused = { ...second, status: 'PAUSED' } as const;
    expect(nextPaydays([first, second, other, paused, { ...second, next_payment_date: START + DAY }])).toEqual([
      { at: START, id: 'one', name: 'one', recipients: 2, currency: 'USD', decimals: 2, base: 300_000n },
      { at: START, id: 'three', name: null, recipients: 1, currency: 'USD', decimals: 2, base: 150_000n },
      { at: START + DAY, id: 'two', name: 'two', recipients: 1, currency: 'USD', decimals: 2, base: 150_000n },
    ]);
  });
});
