import { type FilteredRow, filterFlows, flowFiltersOf, groupByPlan } from './flow-filters.js';

const row = (title: string, more: Partial<FilteredRow> = {}): FilteredRow => ({
  title,
  status: 'ACTIVE',
  amountBase: 1n,
  words: [],
  createdAt: 1,
  planId: null,
  ...more,
});
const titles = (rows: readonly FilteredRow[]): readonly string[] => rows.map(({ title }) => title);

describe('filters of Incoming and Outgoing', () => {
  it('are read from an address, and what they do not know is ignored', () => {
    const none = { status: undefined, q: undefined, sort: undefined, group: undefined };
    expect(flowFiltersOf({ status: 'ACTIVE', q: ' Ada ', sort: 'name', group: 'none' })).toEqual({
      status: 'ACTIVE',
      q: 'Ada',
      sort: 'name',
      group: 'none',
    });
    expect(flowFiltersOf({ status: 'X', q: '  ', sort: 'x', group: 'plan' })).toEqual(none);
    expect(flowFiltersOf({ q: 7 })).toEqual({ ...none, q: '7' });
  });

  it('finds a record by its status, and by a part of its title or of its other words', () => {
    const rows = [row('Rent'), row('#1', { words: ['Ada', 'bchtest:qabc'] }), row('Old', { status: 'CANCELLED' })];
    expect(titles(filterFlows(rows, { q: 'ada' }))).toEqual(['#1']);
    expect(titles(filterFlows(rows, { q: 'QABC' }))).toEqual(['#1']);
    expect(titles(filterFlows(rows, { status: 'CANCELLED' }))).toEqual(['Old']);
  });

  it('orders by age, amount and name', () => {
    const rows = [
      row('b', { createdAt: 2, amountBase: 2n ** 70n }),
      row('c', { createdAt: 3, amountBase: 5n }),
      row('a', { createdAt: 1 }),
    ];
    expect(titles(filterFlows(rows, {}))).toEqual(['c', 'b', 'a']);
    expect(titles(filterFlows(rows, { sort: 'oldest' }))).toEqual(['a', 'b', 'c']);
    expect(titles(filterFlows(rows, { sort: 'largest' }))).toEqual(['b', 'c', 'a']);
    expect(titles(filterFlows(rows, { sort: 'name' }))).toEqual(['a', 'b', 'c']);
  });

  it('puts the rows of a plan in one, unless a text is looked for or the user wants single rows', () => {
    const rows = [row('a', { planId: 'p' }), row('b'), row('c', { planId: 'p' }), row('d', { planId: 'q' })];
    expect(groupByPlan(rows, {}).map(titles)).toEqual([['a', 'c'], ['b'], ['d']]);
    for (const single of [{ q: 'a' }, { group: 'none' as const }])
      expect(groupByPlan(rows, single).map(titles)).toEqual([['a'], ['b'], ['c'], ['d']]);
  });
});
