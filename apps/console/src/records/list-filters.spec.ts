import { type FilteredRow, filterRows, groupRows, listFiltersOf } from './list-filters.js';

const row = (title: string, more: Partial<FilteredRow> = {}): FilteredRow => ({
  title,
  facets: { status: 'ACTIVE' },
  amountBase: 1n,
  words: [],
  createdAt: 1,
  group: null,
  ...more,
});
const titles = (rows: readonly FilteredRow[]): readonly string[] => rows.map(({ title }) => title);

describe('filters of lists', () => {
  it('are read from an address, and what they do not know is ignored', () => {
    const flowFiltersOf = listFiltersOf('incoming');
    const none = {
      status: undefined,
      kind: undefined,
      move: undefined,
      direction: undefined,
      from: undefined,
      to: undefined,
      q: undefined,
      sort: undefined,
      group: undefined,
    };
    expect(flowFiltersOf({ status: 'ACTIVE', q: ' Ada ', sort: 'name', group: 'none' })).toEqual({
      ...none,
      status: 'ACTIVE',
      q: 'Ada',
      sort: 'name',
      group: 'none',
    });
    expect(flowFiltersOf({ status: 'X', q: '  ', sort: 'x', group: 'plan' })).toEqual(none);
    expect(flowFiltersOf({ q: 7 })).toEqual({ ...none, q: '7' });
    expect(flowFiltersOf({ kind: 'lock' })).toEqual({ ...none, kind: 'lock' });
    expect(flowFiltersOf({ kind: 'vault' })).toEqual(none);
    // Each list knows its own.
    expect(listFiltersOf('vaults')({ status: 'ACTIVE', kind: 'lock', group: 'none' })).toEqual(none);
    expect(listFiltersOf('inbox')({ kind: 'lock' })).toEqual({ ...none, kind: 'lock' });
    const ledger = { kind: 'lock', move: 'claim', direction: 'in', from: '2026-11-01', to: '2026-11-30' };
    expect(listFiltersOf('activity')(ledger)).toEqual({ ...none, ...ledger });
    expect(listFiltersOf('activity')({ from: '2026-02-30', direction: 'up' })).toEqual(none);
    expect(listFiltersOf('vaults')(ledger)).toEqual(none);
  });

  it('finds payments by what they are, which way they go, and from the first second of a day to the last of another', () => {
    const at = (time: string) => Math.floor(new Date(time).getTime() / 1_000);
    const rows = [
      row('a', { facets: { move: 'claim', direction: 'in' }, createdAt: at('2026-11-01T00:00:00') }),
      row('b', { facets: { move: 'funding', direction: 'out' }, createdAt: at('2026-11-02T23:59:59') }),
      row('c', { facets: { move: 'claim', direction: 'out' }, createdAt: at('2026-11-03T00:00:00') }),
    ];
    expect(titles(filterRows(rows, { move: 'claim' }))).toEqual(['c', 'a']);
    expect(titles(filterRows(rows, { direction: 'out' }))).toEqual(['c', 'b']);
    expect(titles(filterRows(rows, { from: '2026-11-01', to: '2026-11-02' }))).toEqual(['b', 'a']);
    expect(titles(filterRows(rows, { from: '2026-11-03' }))).toEqual(['c']);
  });

  it('finds a record by its status, and by a part of its title or of its other words', () => {
    const rows = [
      row('Rent'),
      row('#1', { words: ['Ada', 'bchtest:qabc'] }),
      row('Old', { facets: { status: 'CANCELLED' } }),
    ];
    expect(titles(filterRows(rows, { q: 'ada' }))).toEqual(['#1']);
    expect(titles(filterRows(rows, { q: 'QABC' }))).toEqual(['#1']);
    expect(titles(filterRows(rows, { status: 'CANCELLED' }))).toEqual(['Old']);
    const kinds = [row('a', { facets: { kind: 'lock' } }), row('b', { facets: { kind: 'stream' } }), row('c')];
    expect(titles(filterRows(kinds, { kind: 'lock' }))).toEqual(['a']);
  });

  it('orders by age, amount and name', () => {
    const rows = [
      row('b', { createdAt: 2, amountBase: 2n ** 70n }),
      row('c', { createdAt: 3, amountBase: 5n }),
      row('a', { createdAt: 1 }),
    ];
    expect(titles(filterRows(rows, {}))).toEqual(['c', 'b', 'a']);
    expect(titles(filterRows(rows, { sort: 'oldest' }))).toEqual(['a', 'b', 'c']);
    expect(titles(filterRows(rows, { sort: 'largest' }))).toEqual(['b', 'c', 'a']);
    expect(titles(filterRows(rows, { sort: 'name' }))).toEqual(['a', 'b', 'c']);
  });

  it('puts the rows of a group in one, unless a text is looked for or the user wants single rows', () => {
    const rows = [row('a', { group: 'p' }), row('b'), row('c', { group: 'p' }), row('d', { group: 'q' })];
    expect(groupRows(rows, {}).map(titles)).toEqual([['a', 'c'], ['b'], ['d']]);
    for (const single of [{ q: 'a' }, { group: 'none' as const }])
      expect(groupRows(rows, single).map(titles)).toEqual([['a'], ['b'], ['c'], ['d']]);
  });
});
