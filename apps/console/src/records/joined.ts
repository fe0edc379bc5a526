import type { Query } from './loaded.js';

type Queries = Readonly<Record<string, Query<unknown>>>;

/** What queries by name have read. */
type Read<Of extends Queries> = { readonly [Name in keyof Of]: Exclude<Of[Name]['data'], undefined> };

/**
 * Joins queries to one, which has data once all of them have. What needs several answers is shown once all are there: so none of them
 * fails above what is on show.
 *
 * @param queries by names that their data keeps
 */
export const joined = <Of extends Queries>(queries: Of): Query<Read<Of>> => {
  const all = Object.values(queries);
  const unread = all.filter(({ data }) => data === undefined);
  const failed = (unread.length > 0 ? unread : all).filter(({ error }) => error !== null);
  return {
    data:
      unread.length > 0
        ? undefined
        : (Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data])) as Read<Of>),
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all((failed.length > 0 ? failed : all).map(({ refetch }) => refetch())),
  };
};
