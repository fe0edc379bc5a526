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
    schedule: 'SECONDS',
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
    calendar: null,
    tranches: null,
    ...more,
  }) as unknown as Row;

const vesting = { product: 'vesting', sender: ADA, start: START, end: END, ...RIGHTS } as const;
const salaries = { ...vesting, product: 'recurring', pausable: true } as const;
const streams = [ADA, BEA].map((recipient) => ({ recipient, amount: 1000n }));
const calendar = { months: 1, day: 31, time: '12:00', utcOffset: '+00:00' } as const;

const check = (given: object, said: object, rows: readonly Row[]) => {
  const terms = { streams, ...given } as unknown as PlanTerms;
  const { product } = terms;
  const isDated = 'calendar' in terms || 'schedule' in terms;
  const schedule = product === 'vesting' ? (terms.schedule ?? 'SECONDS') : null;
  const stored = plan({ product, schedule, cancel_fills: isDated ? 0 : 17, ...said });
  return assertPlan({ terms, at: START }, stored, rows, 'chipnet');
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
    ['schedule', { calendar, schedule: 'INSTALLMENTS' }, {}, 'another schedule'],
    ['number of periods', { calendar }, { periods: 5 }, 'another number of periods'],
    ['first payday', { calendar }, { start: START + 31 * DAY }, 'another start'],
    ['amount', { calendar }, { amount_per_period_base: 1001n }, 'another amount'],
    ['end', { calendar }, { end: END + 1 }, 'another end'],
  ])('refuses salaries by the calendar of another %s', (_, said, more, problem) =>
    expect(() => check({ ...salaries, calendar, cancelFills: 0 }, said, paid('CALENDAR', more))).toThrow(problem),
  );

  const INSTALLMENTS = { installments: 4, cliffInstallment: 2, allocation: 'CUMULATIVE_ROUND_DOWN' } as const;
  const grants = { ...vesting, end: undefined, schedule: 'INSTALLMENTS', calendar, ...INSTALLMENTS } as const;
  const LAST = Date.UTC(2027, 3, 30, 12) / 1000;
  const CLIFF = Date.UTC(2027, 1, 28, 12) / 1000;
  const granted = (changes: object = {}, more: object = {}) => {
    const days = { ...calendar, ...INSTALLMENTS, released: 0, releasedBase: 0n, ...changes };
    const dates = { end: LAST, cliff: CLIFF, amount_base: 4000n, calendar: days, ...more };
    return [ADA, BEA].map((recipient) => row(recipient, dates));
  };
  const rowsOf = (more: object = {}) => [ADA, BEA].map((recipient) => ({ recipient, amount: 4000n, ...more }));

  it('accepts grants by installments, on the days of the plan or of the row', () => {
    expect(check({ ...grants, streams: rowsOf() }, {}, granted())).toBe(true);
    const own = { ...grants, calendar: undefined, installments: undefined };
    expect(check({ ...own, streams: rowsOf({ calendar, installments: 4 }) }, {}, granted())).toBe(true);
    const begun = { ...grants, streams: rowsOf({ amount: 2000n, releasedAmount: 2000n }) };
    expect(check(begun, {}, granted({ releasedBase: 2000n }, { amount_base: 2000n }))).toBe(true);
  });

  it.each([
    ['day', { day: 30 }, {}, 'another day of the month'],
    ['month', { months: 2 }, {}, 'another number of months'],
    ['time', { time: '12:01' }, {}, 'another time of day'],
    ['distance from UTC', { utcOffset: '-01:00' }, {}, 'another distance from UTC'],
    ['number of installments', { installments: 5 }, {}, 'another number of installments'],
    ['cliff', { cliffInstallment: 1 }, {}, 'another cliff'],
    ['amount paid elsewhere', { releasedBase: 4000n }, {}, 'another amount paid elsewhere'],
    ['start', {}, { start: START + 31 * DAY }, 'another start'],
    ['amount', {}, { amount_base: 4001n }, 'another amount'],
    ['last date on the page', {}, { end: LAST + DAY }, 'another end'],
    ['cliff on the page', {}, { cliff: null }, 'another cliff'],
    ['kind, in seconds', {}, { calendar: null }, 'another kind of schedule'],
    ['kind, with tranches', {}, { calendar: null, tranches: [] }, 'another kind of schedule'],
    ['kind, as a salary', {}, { periods: 4, amount_per_period_base: 1000n }, 'another number of periods'],
  ])('refuses grants by installments of another %s', (_, changes, more, problem) =>
    expect(() => check({ ...grants, streams: rowsOf() }, {}, granted(changes, more))).toThrow(problem),
  );

  it('refuses a division that nobody asked for, and days that the service chose', () => {
    const tokens = { tokenCategory: 'ab'.repeat(32), streams: rowsOf() };
    const said = { token_category: 'ab'.repeat(32) };
    expect(() => check({ ...grants, ...tokens }, said, granted({ allocation: 'BACK_LOADED' }))).toThrow(
      'another allocation',
    );
    expect(() => check({ ...grants, calendar: undefined, streams: rowsOf() }, {}, granted())).toThrow('chose the days');
  });

  it('refuses plans of another schedule, and days of the plan where none were asked for', () => {
    expect(() => check({ ...grants, streams: rowsOf() }, { schedule: 'SECONDS' }, granted())).toThrow(
      'another schedule',
    );
    expect(() => check(vesting, {}, granted())).toThrow('another kind of schedule');
    expect(() => check(vesting, { calendar }, vested)).toThrow('another calendar');
  });

  const asked = [
    { time: START + DAY, amount: 1000n },
    { time: START + 9 * DAY, amount: 3000n },
  ];
  const lists = { ...vesting, start: undefined, end: undefined, schedule: 'TRANCHES' } as const;
  const tranches = (...changed: readonly (readonly [number, bigint])[]) =>
    changed.map(([time, amountBase]) => ({ time, amount: 0, amountBase }));
  const SOUND = tranches([START + DAY, 1000n], [START + 9 * DAY, 3000n]);
  const listed = (more: object = {}) =>
    [ADA, BEA].map((recipient) =>
      row(recipient, { start: START + DAY - 1, end: START + 9 * DAY, amount_base: 4000n, tranches: SOUND, ...more }),
    );

  it('accepts tranches as they were asked for', () =>
    expect(check({ ...lists, streams: rowsOf({ tranches: asked }) }, {}, listed())).toBe(true));

  it.each([
    ['date', tranches([START + 2 * DAY, 1000n], [START + 9 * DAY, 3000n]), 'another date of tranche 1'],
    ['amount', tranches([START + DAY, 3000n], [START + 9 * DAY, 1000n]), 'another amount of tranche 1'],
    ['number', SOUND.slice(1), 'another number of tranches'],
    ['order', SOUND.toReversed(), 'another date of tranche 1'],
  ])('refuses tranches of another %s', (_, changed, problem) =>
    expect(() => check({ ...lists, streams: rowsOf({ tranches: asked }) }, {}, listed({ tranches: changed }))).toThrow(
      problem,
    ),
  );

  it('refuses tranches of other people, of one person less, or with other amounts in all', () => {
    const terms = { ...lists, streams: rowsOf({ tranches: asked }) };
    expect(() => check(terms, {}, listed().slice(1))).toThrow('no stream for your row');
    expect(() => check(terms, {}, [...listed(), row(THIEF, { tranches: SOUND })])).toThrow('that you did not ask for');
    expect(() => check(terms, {}, listed({ amount_base: 4001n }))).toThrow('another amount');
    expect(() => check(terms, {}, listed({ end: START }))).toThrow('another end');
  });
});
