import type { ContractStatus } from '@weir/kinds';
import type { Answer, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { Exact, Schemas } from '../shared/amounts.js';
import type { AbortOptions } from '../types/verbs.types.js';

/** The indexer's answers, by view. */
interface Views {
  readonly streams: Schemas['IndexedStreamsResponse'];
  readonly payments: Schemas['IndexedPaymentsResponse'];
  readonly airdrops: Schemas['IndexedAirdropsResponse'];
  readonly 'currency-payments': Schemas['IndexedCurrencyPaymentsResponse'];
  readonly purses: Schemas['IndexedPursesResponse'];
  readonly rosters: Schemas['IndexedRostersResponse'];
  readonly tvl: Schemas['TvlResponse'];
  readonly volume: Schemas['VolumeResponse'];
  readonly status: Schemas['IndexerStatusResponse'];
}

/** Selects contracts; without any filter all. */
export interface IndexedQuery {
  readonly status?: ContractStatus;
  /** Address of a party. */
  readonly address?: string;
  /** `BCH`, or a category, display-order hex. */
  readonly token?: string;
  readonly limit?: number;
  readonly cursor?: string | undefined;
}

/** A range of time, Unix seconds; by default the last thirty days. */
export interface Days {
  readonly from?: number;
  readonly to?: number;
}

/**
 * What the chain itself shows, as the service's indexer reads it independently.
 *
 * @throws WeirError INDEXER_UNAVAILABLE where it is slow or unreachable, ROUTE_NOT_FOUND where the service has none
 *   (`info().features`)
 */
export interface Indexer {
  /** Reads the total value locked, now and at the end of each day. */
  tvl(days?: Days, options?: AbortOptions): Promise<Exact<Views['tvl']>>;
  /** Reads what was funded, paid and returned on each day. */
  volume(days?: Days, options?: AbortOptions): Promise<Exact<Views['volume']>>;
  /** Reads how far the indexer is. */
  status(options?: AbortOptions): Promise<Exact<Views['status']>>;
  /** Reads one page of the streams on the chain; `limit` and `cursor` select it. */
  streams(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['streams']>>;
  /** Reads one page of the recurring payments on the chain. */
  payments(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['payments']>>;
  /** Reads one page of the campaigns on the chain. */
  airdrops(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['airdrops']>>;
  /** Reads one page of the payments in a currency on the chain. */
  currencyPayments(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['currency-payments']>>;
  /** Reads one page of the purses of public treasuries on the chain. */
  purses(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['purses']>>;
  /** Reads one page of the public treasuries on the chain whose signers can be exchanged. */
  rosters(query?: IndexedQuery, options?: AbortOptions): Promise<Exact<Views['rosters']>>;
  /**
   * Reads one page of the contracts that hold a token, those that hold most first, with the outputs, scripts and terms that
   * prove it.
   *
   * @param category 64 hex digits
   */
  locks(
    category: string,
    page?: Pick<IndexedQuery, 'limit' | 'cursor'>,
    options?: AbortOptions,
  ): Promise<Exact<Schemas['IndexedLocksResponse']>>;
}

/** Types each view by itself; the document types all of them as one. */
type Get = <View extends keyof Views>(
  path: '/api/indexer/{view}',
  init: Sent & { readonly params: { readonly path: { readonly view: View }; readonly query: object } },
) => Promise<Answer<Views[View]>>;

type GetLocks = (
  path: '/api/indexer/{view}/{contractAddress}',
  init: Sent & {
    readonly params: {
      readonly path: { readonly view: 'locks'; readonly contractAddress: string };
      readonly query: object;
    };
  },
) => Promise<Answer<Schemas['IndexedLocksResponse']>>;

/** Creates the indexer's part of a client. */
export const createIndexer = ({ api, ask }: Connection): Indexer => {
  const read = <View extends keyof Views>(
    view: View,
    query: object,
    options: AbortOptions,
  ): Promise<Exact<Views[View]>> =>
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
    currencyPayments: (query = {}, options = {}) => read('currency-payments', query, options),
    purses: (query = {}, options = {}) => read('purses', query, options),
    rosters: (query = {}, options = {}) => read('rosters', query, options),
    locks: (category, query = {}, options = {}) =>
      ask(
        (sent) =>
          (api.GET as unknown as GetLocks)('/api/indexer/{view}/{contractAddress}', {
            ...sent,
            params: { path: { view: 'locks', contractAddress: category }, query },
          }),
        options,
      ),
  };
};
