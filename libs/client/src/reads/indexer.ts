import type { Answer, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { Exact } from '../shared/amounts.js';
import type { Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';

/** What the indexer answers, by what it is asked for. */
interface Views {
  readonly streams: Schemas['IndexedStreamsResponse'];
  readonly payments: Schemas['IndexedPaymentsResponse'];
  readonly airdrops: Schemas['IndexedAirdropsResponse'];
  readonly tvl: Schemas['TvlResponse'];
  readonly volume: Schemas['VolumeResponse'];
  readonly status: Schemas['IndexerStatusResponse'];
}

/** Which contracts; all without it. */
export interface IndexedQuery {
  readonly status?: 'ACTIVE' | 'PAUSED' | 'COMPLETED' | 'CANCELLED';
  /** A party's. */
  readonly address?: string;
  /** `BCH`, or a category. */
  readonly token?: string;
  readonly limit?: number;
  readonly cursor?: string | undefined;
}

/** Unix seconds; default the last thirty days. */
export interface Days {
  readonly from?: number;
  readonly to?: number;
}

type Options = Pick<VerbOptions, 'signal'>;

/**
 * What the chain itself shows, by the service's indexer, which reads it independently.
 *
 * @throws WeirError INDEXER_UNAVAILABLE where it is slow or away, ROUTE_NOT_FOUND where the service has none (`info().features`)
 */
export interface Indexer {
  /** Total value locked, now and at the end of each day. */
  tvl(days?: Days, options?: Options): Promise<Exact<Views['tvl']>>;
  /** What was funded, paid and returned on each day. */
  volume(days?: Days, options?: Options): Promise<Exact<Views['volume']>>;
  /** How far it is. */
  status(options?: Options): Promise<Exact<Views['status']>>;
  /** One page of the contracts on the chain: `limit` and `cursor` say which. */
  streams(query?: IndexedQuery, options?: Options): Promise<Exact<Views['streams']>>;
  payments(query?: IndexedQuery, options?: Options): Promise<Exact<Views['payments']>>;
  airdrops(query?: IndexedQuery, options?: Options): Promise<Exact<Views['airdrops']>>;
}

/** The document types all views as one. */
type Get = <View extends keyof Views>(
  path: '/api/indexer/{view}',
  init: Sent & { readonly params: { readonly path: { readonly view: View }; readonly query: object } },
) => Promise<Answer<Views[View]>>;

/** The indexer behind one API. */
export const createIndexer = ({ api, ask }: Connection): Indexer => {
  const read = <View extends keyof Views>(view: View, query: object, options: Options): Promise<Exact<Views[View]>> =>
    ask(
      (sent) => (api.GET as unknown as Get)('/api/indexer/{view}', { ...sent, params: { path: { view }, query } }),
      options,
    );
  return {
    tvl: (days = {}, options = {}) => read('tvl', days, options),
    volume: (days = {}, options = {}) => read('volume', days, options),
    status: (options = {}) => read('status', {}, options),
    streams: (query = {}, options = {}) => read('streams', query, options),
    payments: (query = {}, options = {}) => read('payments', query, options),
    airdrops: (query = {}, options = {}) => read('airdrops', query, options),
  };
};
