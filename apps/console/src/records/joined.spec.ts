import { joined } from './joined.js';
import type { Query } from './loaded.js';

describe('joined', () => {
  const asked: string[] = [];
  const away = new Error('away');
  const queryOf = <Data>(name: string, data: Data | undefined, error: Error | null = null): Query<Data> => ({
    data,
    error,
    refetch: () => Promise.resolve(asked.push(name)),
  });
  beforeEach(() => asked.splice(0));

  it('has the data of all queries, by their names', () => {
    const { data, error } = joined({ a: queryOf('a', 1), b: queryOf('b', 'two') });
    expect([data, error]).toEqual([{ a: 1, b: 'two' }, null]);
  });

  it('has none while one of them was not answered', () =>
    expect(joined({ a: queryOf('a', 1), b: queryOf('b', undefined) })).toMatchObject({ data: undefined, error: null }));

  it('fails with the first that failed, and reads all that failed again', async () => {
    const query = joined({
      a: queryOf('a', 1),
      b: queryOf('b', undefined, away),
      c: queryOf('c', undefined),
      d: queryOf('d', undefined, new Error('gone')),
    });
    expect([query.data, query.error]).toEqual([undefined, away]);
    await query.refetch();
    expect(asked).toEqual(['b', 'd']);
  });

  it('keeps what was read where it could not be read again', () =>
    expect(joined({ a: queryOf('a', 1, away), b: queryOf('b', 2) })).toMatchObject({
      data: { a: 1, b: 2 },
      error: away,
    }));

  it('does not fail with what was read before, while something is read for the first time', () =>
    expect(joined({ a: queryOf('a', 1, away), b: queryOf('b', undefined) })).toMatchObject({ error: null }));
});
