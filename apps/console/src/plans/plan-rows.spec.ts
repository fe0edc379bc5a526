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
  const times = { start: 1, end: 10, cliff: null, step: null };
  expect(haveOneSchedule([times, { ...times }])).toBe(true);
  expect(haveOneSchedule([times, { ...times, end: 11 }])).toBe(false);
});
