import { filtersOf, isFiltered, queryOf, withFilter } from './filters.js';

describe('the filters of the explorer', () => {
  it('are read from the address, without what is none', () => {
    expect(filtersOf({ type: 'vesting', token: 'X', q: ' Grant ', from: '2026-13-40', to: '2026-11-28' })).toEqual({
      type: 'vesting',
      token: undefined,
      status: undefined,
      sort: undefined,
      q: 'Grant',
      from: undefined,
      to: '2026-11-28',
    });
    expect(filtersOf({ from: '2030-02-31', to: '2027-02-29' })).toEqual({});
    expect(isFiltered(filtersOf({ sort: 'oldest' }))).toBe(false);
    expect(isFiltered(filtersOf({ q: 7 }))).toBe(true);
  });

  it('order by amount only what can be ordered so', () => {
    expect(withFilter({ q: 'Ada', type: 'vesting' }, { sort: 'largest' })).toMatchObject({
      type: 'vesting',
      token: 'BCH',
      sort: 'largest',
    });
    expect(withFilter({ token: 'BCH', sort: 'largest' }, { q: 'Ada' }).sort).toBeUndefined();
    expect(withFilter({ token: 'BCH', sort: 'largest' }, { status: 'ACTIVE' }).sort).toBe('largest');
  });

  it('span whole days', () => {
    const { from, to } = queryOf({ from: '2026-11-28', to: '2026-11-28' });
    expect((to ?? 0) - (from ?? 0)).toBe(86_399);
    expect(queryOf({ q: 'Ada', sort: undefined })).toEqual({ q: 'Ada', status: 'FUNDED' });
  });

  it('show plans as one row, unless single records are looked for', () => {
    expect(queryOf({ type: 'payments' })).toMatchObject({ group: 'plans' });
    for (const filters of [{ q: 'Ada' }, { status: 'ACTIVE' }, { token: 'BCH', sort: 'largest' }] as const)
      expect(queryOf(filters)).not.toHaveProperty('group');
  });
});
