import type { PlanStream } from '@weir/client';
import { foundIn, haveOneSchedule, moneyOf, sumOf } from './plan-rows.js';

const row = (amount: bigint, paid: bigint, claimable: bigint) => ({
  amount_base: amount,
  withdrawn_amount_base: paid,
  claimable_amount_base: claimable,
});

it('sumOf adds up what rows pay in all, what has vested and what is paid', () => {
  expect(sumOf([row(10n, 2n, 3n), row(20n, 0n, 4n)])).toEqual({ total: 30n, vested: 9n, paid: 2n });
  expect(sumOf([])).toEqual({ total: 0n, vested: 0n, paid: 0n });
});

it('moneyOf says what is paid, claimable, locked, returned and not funded, which add up to the total', () => {
  const rows = [
    { ...row(10n, 2n, 3n), status: 'ACTIVE' },
    { ...row(20n, 1n, 0n), status: 'PAUSED' },
    { ...row(40n, 5n, 1n), status: 'CANCELLED' },
    { ...row(80n, 80n, 0n), status: 'COMPLETED' },
    { ...row(160n, 0n, 0n), status: 'PENDING' },
  ] as const;
  const money = moneyOf(rows);
  expect(money).toEqual({ paid: 88n, claimable: 4n, locked: 24n, returned: 34n, unfunded: 160n });
  const { paid, claimable, locked, returned, unfunded } = money;
  expect(paid + claimable + locked + returned + unfunded).toBe(sumOf(rows).total);
});

describe('foundIn', () => {
  const rows = [
    { recipient: 'bchtest:qaaa', stream_id: '#WEIR-BCH-000001', name: 'Ada' },
    { recipient: 'bchtest:qbbb', stream_id: null, name: undefined },
  ];
  const found = (text: string) => foundIn(rows, text, ({ name }) => name).map(({ recipient }) => recipient);

  it('finds rows by name, address and number, in any case', () => {
    expect(found(' ADA ')).toEqual(['bchtest:qaaa']);
    expect(found('qbb')).toEqual(['bchtest:qbbb']);
    expect(found('weir-bch')).toEqual(['bchtest:qaaa']);
    expect(found('nobody')).toEqual([]);
  });

  it('returns all rows without a text', () => expect(found('  ')).toHaveLength(2));
});

it('haveOneSchedule returns whether all rows vest at the same times', () => {
  const times = { amount_base: 9n, start: 1, end: 10, cliff: null, step: null, calendar: null, tranches: null };
  expect(haveOneSchedule([times, { ...times, amount_base: 5n }])).toBe(true);
  expect(haveOneSchedule([times, { ...times, end: 11 }])).toBe(false);
  const installments = {
    ...times,
    calendar: {
      months: 1,
      day: 31,
      time: '09:00',
      utcOffset: '+01:00',
      installments: 4,
      cliffInstallment: 1,
      allocation: 'CUMULATIVE_ROUND_DOWN',
      released: 0,
      releasedBase: 0n,
    } as NonNullable<PlanStream['calendar']>,
  };
  expect(haveOneSchedule([installments, { ...installments }])).toBe(true);
  for (const changed of [{ installments: 2 }, { releasedBase: 4n }, { day: 30 }, { cliffInstallment: 2 }])
    expect(
      haveOneSchedule([installments, { ...installments, calendar: { ...installments.calendar, ...changed } }]),
    ).toBe(false);
  const tranche = (time: number, amountBase: bigint) =>
    ({ time, amountBase }) as NonNullable<PlanStream['tranches']>[number];
  const list = { ...times, tranches: [tranche(2, 4n), tranche(10, 5n)] };
  expect(haveOneSchedule([list, { ...list }])).toBe(true);
  expect(haveOneSchedule([list, { ...list, tranches: [tranche(3, 4n), tranche(10, 5n)] }])).toBe(false);
});
