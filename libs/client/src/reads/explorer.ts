import type { Connection } from '../connection/connection.js';
import type { Exact } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';

/** A record of any product, with the fields of streams. */
export type ActivityRow = Exact<Schemas['ActivityRow']>;
/** Figures over everything that matches. */
export type ActivityStats = Exact<Schemas['ActivityStats']>;
type Query = QueryOf<'listActivity'>;
type Options = Pick<VerbOptions, 'signal'>;

/** Records of all products, as everybody sees them. */
export interface Explorer {
  /** Reads one page of the records that match, the newest first, with the figures over all of them. */
  page(query?: Query, options?: Options): Promise<Exact<Schemas['ListActivityResponse']>>;
  /** Iterates over all records that match, the newest first, reading page by page. */
  list(query?: Omit<Query, 'cursor'>): AsyncGenerator<ActivityRow, void, undefined>;
  /** Reads the figures alone. */
  stats(query?: Omit<Query, 'cursor' | 'limit'>, options?: Options): Promise<ActivityStats>;
}

/** Creates the explorer's part of a client. */
export const createExplorer = ({ api, ask }: Connection): Explorer => {
  const page: Explorer['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/explorer/activity', { ...sent, params: { query } }), options);
  return {
    page,
    list: (query = {}) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, cursor }),
        ({ streams }) => streams,
      ),
    stats: async (query = {}, options = {}) => (await page({ ...query, limit: 1 }, options)).stats,
  };
};
