import { assertPaidOnce, type PaidRow, type PaidRows } from './paid-rows.js';

const rowOf = (recipient: string, amount: bigint): PaidRow => ({
  recipient,
  amount_base: amount,
  start: 1,
  end: 2,
  cliff: null,
  step: null,
  periods: null,
});

const [one, other] = [rowOf('bchtest:one', 5n), rowOf('bchtest:other', 7n)];

/** Pays parts one after the other, as a call does. */
const payAll = (list: readonly PaidRow[], parts: readonly (readonly PaidRow[])[]): void => {
  const paid: PaidRows = { before: [], now: [] };
  for (const part of parts) {
    assertPaidOnce(list, part, paid);
    paid.before.push(...paid.now);
  }
};

describe('assertPaidOnce', () => {
  it('accepts the parts of a list, and rows that the list has twice', () => {
    payAll([one, other], [[one], [other]]);
    payAll([one, one, other], [[one], [one, other]]);
  });

  it('refuses a row that an earlier part has paid, and one that the list does not have', () => {
    expect(() => payAll([one, other], [[one], [one]])).toThrow('again');
    expect(() => payAll([one, other], [[one, one]])).toThrow('again');
    expect(() => payAll([one], [[other]])).toThrow('again');
  });

  it('lets a part be built again before it is paid', () => {
    const paid: PaidRows = { before: [], now: [] };
    assertPaidOnce([one, other], [one], paid);
    assertPaidOnce([one, other], [one], paid);
    expect(paid.now).toHaveLength(1);
  });
});
