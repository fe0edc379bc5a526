import { MAX_AMOUNT } from '@weir/payments';
import { decodeRecurringAnnouncement, encodeRecurringAnnouncement } from './recurring-announcement.js';
import { findRecurringProblem, type RecurringParameters } from './recurring-parameters.js';
import { nextRecurringPayoutTime, recurringPayout } from './recurring-payout.js';
import { initialRecurringState } from './recurring-state.js';

const plan = { amountPerPeriod: 1_000n, lastAmount: 1_007n, periods: 12n, interval: 86_400n, firstDue: 1_700_000_000n };
const sound: RecurringParameters = {
  sender: new Uint8Array(20).fill(1),
  recipient: new Uint8Array(20).fill(2),
  plan,
  noticeBlocks: 36,
  cancelable: true,
  pausable: false,
  nonce: new Uint8Array(16).fill(3),
};
const token = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) } as const;
const withPlan = (change: Partial<typeof plan>): RecurringParameters => ({ ...sound, plan: { ...plan, ...change } });

describe('parameters', () => {
  it.each([
    ['sound ones', sound, undefined],
    ['a short nonce', { ...sound, nonce: new Uint8Array(15) }, 'MALFORMED'],
    ['a period below dust', withPlan({ amountPerPeriod: 545n }), 'AMOUNT_BELOW_DUST'],
    ['a last period below dust', withPlan({ lastAmount: 545n }), 'AMOUNT_BELOW_DUST'],
    ['dust', withPlan({ amountPerPeriod: 546n, lastAmount: 546n }), undefined],
    ['more than there is of BCH', withPlan({ lastAmount: 2_100_000_000_000_000n }), 'AMOUNT_ABOVE_SUPPLY'],
    ['no period', withPlan({ periods: 0n }), 'PERIODS_OUT_OF_RANGE'],
    ['an interval of no announcement', withPlan({ periods: 1n, interval: 4_294_967_296n }), 'INTERVAL_OUT_OF_RANGE'],
    ['a short notice', { ...sound, noticeBlocks: 5 }, 'NOTICE_OUT_OF_RANGE'],
    ['half a block of notice', { ...sound, noticeBlocks: 6.5 }, 'NOTICE_OUT_OF_RANGE'],
    ['no notice though cancelable', { ...sound, noticeBlocks: 0 }, 'NOTICE_OUT_OF_RANGE'],
    ['a notice of nothing', { ...sound, cancelable: false }, 'NOTICE_OUT_OF_RANGE'],
    ['neither cancelable nor pausable', { ...sound, cancelable: false, noticeBlocks: 0 }, undefined],
  ])('%s', (_, parameters, problem) => {
    expect(findRecurringProblem(parameters)).toBe(problem);
  });

  it('of tokens know neither dust nor the supply of BCH', () => {
    expect(findRecurringProblem(withPlan({ amountPerPeriod: 1n, lastAmount: 1n }), token)).toBeUndefined();
    expect(
      findRecurringProblem(withPlan({ amountPerPeriod: 1n, lastAmount: MAX_AMOUNT - 11n }), token),
    ).toBeUndefined();
    expect(findRecurringProblem(withPlan({ amountPerPeriod: 1n, lastAmount: MAX_AMOUNT - 10n }), token)).toBe(
      'TOTAL_OUT_OF_RANGE',
    );
    expect(findRecurringProblem(sound, { ...token, category: 'AB'.repeat(32) })).toBe('MALFORMED');
  });
});

describe('the announcement', () => {
  it.each([
    ['BCH', { parameters: sound, asset: { type: 'BCH' } }, 96],
    ['tokens', { parameters: { ...sound, pausable: true }, asset: token }, 128],
  ] as const)('of a payment in %s comes back from its bytes, within 220', (_, announcement, length) => {
    const bytes = encodeRecurringAnnouncement(announcement);
    expect(bytes).toHaveLength(length);
    expect(length).toBeLessThanOrEqual(220);
    expect(decodeRecurringAnnouncement(bytes)).toEqual(announcement);
    expect(decodeRecurringAnnouncement(bytes.slice(0, -1))).toBeUndefined();
    expect(decodeRecurringAnnouncement(Uint8Array.of(...bytes, 0))).toBeUndefined();
  });

  it('of flags or parameters unknown here is none', () => {
    const bytes = encodeRecurringAnnouncement({ parameters: sound, asset: { type: 'BCH' } });
    const changed = (index: number, value: number) =>
      decodeRecurringAnnouncement(bytes.map((byte, i) => (i === index ? value : byte)));
    expect(changed(8, 0x05)).toBeUndefined();
    expect(changed(9 + 70, 0x05)).toBeUndefined();
    expect(changed(9 + 68, 1)).toBeUndefined();
    expect(changed(9 + 70, 0x03)?.parameters.pausable).toBe(true);
  });
});

describe('payouts', () => {
  const state = initialRecurringState({ plan });

  it('pay every period due, and nothing before or while paused', () => {
    expect(recurringPayout(plan, state, plan.firstDue - 1n)).toBeUndefined();
    expect(recurringPayout(plan, state, plan.firstDue + 2n * 86_400n)).toMatchObject({
      periods: 3n,
      due: 3_000n,
      closes: false,
      state: { paid: 3n },
    });
    expect(recurringPayout(plan, state, plan.firstDue + 99n * 86_400n)).toMatchObject({
      periods: 12n,
      due: 12_007n,
      closes: true,
    });
    expect(recurringPayout(plan, { ...state, status: 'PAUSED' }, plan.firstDue)).toBeUndefined();
    expect(recurringPayout(plan, { ...state, latest: plan.firstDue + 1n }, plan.firstDue)).toBeUndefined();
  });

  it('tell when the next is possible', () => {
    expect(nextRecurringPayoutTime(plan, state)).toBe(plan.firstDue);
    expect(nextRecurringPayoutTime(plan, { ...state, latest: plan.firstDue + 5n })).toBe(plan.firstDue + 5n);
    expect(nextRecurringPayoutTime(plan, { ...state, paid: 12n })).toBeUndefined();
    expect(nextRecurringPayoutTime(plan, { ...state, status: 'PAUSED' })).toBeUndefined();
  });
});
