import type { Answered } from '../shared/amounts.js';
import type { PlanTerms } from '../types/plans.types.js';
import { assertPlan } from './expected-plans.js';

type Row = Answered<'PlanStream'>;

const [ADA, BEA, THIEF] = [
  'bchtest:qqqszqgpqyqszqgpqyqszqgpqyqszqgpqy8kvl0kqa',
  'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
  'bchtest:qqpqyqszqgpqyqszqgpqyqszqgpqyqszqg2mnt7v0l',
] as const;
const START = Date.UTC(2026, 11, 31, 12) / 1000;
const DAY = 86_400;
const END = START + 100 * DAY;
const RIGHTS = { cancelable: true, cancelNoticeBlocks: 288, transferable: false };

const plan = (more: object) =>
  ({
    sender: ADA,
    token_category: null,
    calendar: null,
    cancelable: true,
    pausable: true,
    cancel_notice_blocks: 288,
    move_delay_blocks: 0,
    ...more,
  }) as unknown as Answered<'Plan'>;
const row = (recipient: string, more: object) =>
  ({
    recipient,
    start: START,
    end: END,
    cliff: null,
    step: null,
    interval: null,
    periods: null,
    amount_per_period_base: null,
    amount_base: 1000n,
    ...more,
  }) as unknown as Row;

const vesting = { product: 'vesting', sender: ADA, start: START, end: END, ...RIGHTS } as const;
const salaries = { ...vesting, product: 'recurring', pausable: true } as const;
const streams = [ADA, BEA].map((recipient) => ({ recipient, amount: 1000n }));
const calendar = { months: 1, day: 31, time: '12:00', utcOffset: '+00:00' } as const;

const check = (terms: object, said: object, rows: readonly Row[]) => {
  const requested = { terms: { ...terms, streams } as unknown as PlanTerms, at: START };
  const { product } = terms as { readonly product: string };
  const cancels = 'calendar' in terms ? 0 : 17;
  return assertPlan(requested, plan({ product, cancel_fills: cancels, ...said }), rows, 'chipnet');
};

const vested = [ADA, BEA].map((recipient) => row(recipient, {}));
const paid = (interval: string, more: object = {}) =>
  [ADA, BEA].map((recipient) =>
    row(recipient, { interval, periods: 4, amount_per_period_base: 1000n, amount_base: 4000n, ...more }),
  );

describe('assertPlan', () => {
  it('accepts the rows that were requested, in any order', () => {
    expect(check(vesting, {}, vested.toReversed())).toBe(true);
    expect(check({ ...salaries, interval: 'MONTHLY' }, {}, paid('MONTHLY'))).toBe(true);
    expect(check({ ...salaries, calendar, cancelFills: 0 }, { calendar }, paid('CALENDAR'))).toBe(true);
  });

  it('refuses one row more, also where another part seems to take its amount back', () => {
    const more = (amount: bigint) => row(THIEF, { amount_base: amount });
    for (const rows of [[more(700n)], [more(0n)], [more(700n), more(-700n)]])
      expect(() => check(vesting, {}, [...vested, ...rows])).toThrow('that you did not ask for');
    const shape = { ...vesting, shape: 'quarterly' };
    expect(check(shape, {}, vested)).toBe(false);
    const shaped = [row(ADA, { amount_base: 1700n }), row(ADA, { amount_base: -700n })];
    expect(() => check(shape, {}, [...shaped, row(BEA, {})])).toThrow('that you did not ask for');
  });

  it('refuses a row left out, or replaced', () => {
    expect(() => check(vesting, {}, vested.slice(1))).toThrow('no stream for your row');
    expect(() => check(vesting, {}, [...vested.slice(1), row(THIEF, {})])).toThrow('that you did not ask for');
  });

  it('refuses grants that would be funded as salaries', () => {
    const rows = vested.map((each) => ({ ...each, periods: 1, amount_per_period_base: 1000n }));
    expect(() => check(vesting, {}, rows)).toThrow('another number of periods: 1, not null');
  });

  it('refuses salaries of another number of periods, or another interval', () => {
    const terms = { ...salaries, interval: 'MONTHLY' };
    for (const periods of [3, 5, 12, null])
      expect(() => check(terms, {}, paid('MONTHLY', { periods }))).toThrow(
        `another number of periods: ${periods}, not 4`,
      );
    expect(() => check(terms, {}, paid('DAILY'))).toThrow('another interval');
  });

  it.each([
    ['days', { calendar: { ...calendar, day: 30 } }, {}, 'another day of the month'],
    ['months', { calendar: { ...calendar, months: 3 } }, {}, 'another number of months'],
    ['time', { calendar: { ...calendar, time: '12:01' } }, {}, 'another time of day'],
    ['distance from UTC', { calendar: { ...calendar, utcOffset: '+01:00' } }, {}, 'another distance from UTC'],
    ['second day', { calendar: { ...calendar, day: 15, secondDay: 31 } }, {}, 'another day of the month'],
    ['calendar', { calendar: null }, {}, 'another calendar'],
    ['number of periods', { calendar }, { periods: 5 }, 'another number of periods'],
    ['first payday', { calendar }, { start: START + 31 * DAY }, 'another start'],
    ['amount', { calendar }, { amount_per_period_base: 1001n }, 'another amount'],
    ['end', { calendar }, { end: END + 1 }, 'another end'],
  ])('refuses salaries by the calendar of another %s', (_, said, more, problem) =>
    expect(() => check({ ...salaries, calendar, cancelFills: 0 }, said, paid('CALENDAR', more))).toThrow(problem),
  );
});
