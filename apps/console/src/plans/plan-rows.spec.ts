import { foundIn, haveOneSchedule, sumOf } from './plan-rows.js';

const row = (amount: bigint, paid: bigint, claimable: bigint) => ({
  amount_base: amount,
  withdrawn_amount_base: paid,
  claimable_amount_base: claimable,
});

it('sumOf adds up what rows pay in all, what has vested and what is paid', () => {
  expect(sumOf([row(10n, 2n, 3n), row(20n, 0n, 4n)])).toEqual({ total: 30n, vested: 9n, paid: 2n });
  expect(sumOf([])).toEqual({ total: 0n, vested: 0n, paid: 0n });
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
