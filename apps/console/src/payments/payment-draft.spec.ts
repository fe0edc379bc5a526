import { toLocalInput } from '../format/time.js';
import { newPaymentDraft, paydaysOfDraft, readPaymentDraft, type PaymentDraft } from './payment-draft.js';

const NOW = 1_800_000_000 - (1_800_000_000 % 60);
const draft = (changes: Partial<PaymentDraft> = {}): PaymentDraft => ({
  ...newPaymentDraft(NOW),
  recipient: ' bchtest:qq47 ',
  amount: '0.25',
  ...changes,
});

describe('a draft of a payment', () => {
  it('is paid on the same day of each month and has no end by default', () =>
    expect(readPaymentDraft(draft())).toEqual({
      terms: {
        recipient: 'bchtest:qq47',
        amountPerPeriod: '0.25',
        calendar: {
          months: 1,
          day: Number(toLocalInput(NOW).slice(8, 10)),
          time: toLocalInput(NOW).slice(11),
          utcOffset: expect.any(String) as string,
        },
        startDate: NOW,
        cancelable: true,
        pausable: true,
      },
    }));

  it.each([
    ['MONTHLY', undefined, 12],
    ['WEEKLY', 0, 1],
    ['WEEKLY', 7 * 86_400, 2],
    ['DAILY', 3 * 86_400 - 60, 3],
    ['DAILY', 400 * 86_400, 12],
    ['DAILY', -60, 12],
  ] as const)('paid %s that ends %s seconds after its start funds %s paydays', (interval, after, paydays) => {
    const end = after === undefined ? '' : toLocalInput(NOW + after);
    expect(paydaysOfDraft(draft({ interval, end }))).toBe(paydays);
  });

  it('on days of the month has a calendar instead of an interval', () => {
    const read = readPaymentDraft(draft({ interval: 'LAST_DAY', end: toLocalInput(NOW + 70 * 86_400) }));
    expect(read).toMatchObject({ terms: { calendar: { months: 1, day: 31 }, startDate: NOW } });
    expect('terms' in read && 'interval' in read.terms).toBe(false);
    expect(paydaysOfDraft(draft({ interval: 'LAST_DAY', end: toLocalInput(NOW + 70 * 86_400) }))).toBe(2);
    expect(paydaysOfDraft(draft({ interval: 'TWICE' }))).toBe(12);
  });

  it('that cannot be cancelled cannot be paused', () =>
    expect(readPaymentDraft(draft({ cancelable: 'no', pausable: 'yes' }))).toMatchObject({
      terms: { cancelable: false, pausable: false },
    }));

  it('of a token takes amounts in decimals and requests base units', () =>
    expect(
      readPaymentDraft(
        draft({ asset: 'FUNGIBLE_TOKEN', category: 'AB'.repeat(32), amount: '12.5', end: '2030-01-01T00:00' }),
        { decimals: 2 },
      ),
    ).toMatchObject({
      terms: {
        amountPerPeriod: '1250',
        tokenCategory: 'ab'.repeat(32),
        endDate: Date.parse('2030-01-01T00:00') / 1_000,
      },
    }));

  it.each([
    [{ recipient: '' }, 'recipient'],
    [{ amount: '0' }, 'amount'],
    [{ amount: 'ten' }, 'amount'],
    [{ start: '' }, 'start'],
    [{ end: '2001-01-01T00:00' }, 'end'],
    [{ end: 'soon' }, 'end'],
    [{ asset: 'FUNGIBLE_TOKEN', category: '', amount: '1' }, 'category'],
  ] as const)('%j is reported at its field', (changes, field) => {
    const read = readPaymentDraft(draft(changes));
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
  });
});
