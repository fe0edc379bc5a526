import { addressList, type Connection } from '../connection/connection.js';
import type { Answered, BodyOf, QueryOf } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** What the service is: network, sign-in, limits, features, and the state of the chain. */
export type Info = Answered<'InfoResponse'>;
/** The records that were found. */
export type Found = Answered<'SearchResponse'>;

/** Reads what a client must know first. */
export type AskInfo = (options?: AbortOptions) => Promise<Info>;

/**
 * Finds records of every kind by a contract's address, a transaction's hash, an outpoint, a display id or an id.
 *
 * @param options.wallet proves who asks: for private vaults and their proposals
 */
export type Search = (q: string, options?: AbortOptions & { readonly wallet?: Wallet }) => Promise<Found>;

/** A token's name, as far as it is known from the registry that its issuer published (BCMR). */
export type TokenName = Answered<'GetTokenResponse'>;

/**
 * Reads a token's name, without waiting for registries.
 *
 * @param category 64 hex digits
 * @returns with `pending` while the name is being looked up: ask again in a moment
 */
export type AskToken = (category: string, options?: AbortOptions) => Promise<TokenName>;

/** Creates the tokens' part of a client. */
export const createToken =
  ({ api, ask }: Connection): AskToken =>
  (category, options = {}) =>
    ask((sent) => api.GET('/api/tokens/{category}', { ...sent, params: { path: { category } } }), options);

/** How much of a token there is, and what contracts lock of it, by product and by day. */
export type TokenSupply = Answered<'TokenSupplyResponse'>;

/** Reads how much of a token is locked. @param category 64 hex digits @throws WeirError INDEXER_UNAVAILABLE, NOT_FOUND */
export type AskSupply = (category: string, options?: AbortOptions) => Promise<TokenSupply>;

/** Creates the reader of tokens' supplies. */
export const createSupply =
  ({ api, ask }: Connection): AskSupply =>
  (category, options = {}) =>
    ask((sent) => api.GET('/api/tokens/{category}/supply', { ...sent, params: { path: { category } } }), options);

/** What a wallet holds: BCH that can be spent, and tokens. */
export type Balance = Answered<'BalanceResponse'>;

/** Reads what the coins at all addresses of a wallet hold, up to the first fifty. */
export type AskBalance = (wallet: Wallet, options?: AbortOptions) => Promise<Balance>;

/** Creates the reader of balances. */
export const createBalance =
  ({ api, ask }: Connection): AskBalance =>
  async (wallet, options = {}) => {
    const addresses = await addressList(wallet);
    return ask((sent) => api.GET('/api/transactions/balance', { ...sent, params: { query: { addresses } } }), options);
  };

/** Creates the reader of what the service is. */
export const createInfo =
  ({ api, ask }: Connection): AskInfo =>
  (options = {}) =>
    ask((sent) => api.GET('/api/info', sent), options);

/** Creates the search of a client. */
export const createSearch =
  ({ api, ask, wallet: own }: Connection): Search =>
  (q, { wallet: given, signal } = {}) =>
    ask((sent) => api.GET('/api/search', { ...sent, params: { query: { q } } }), {
      wallet: given ?? own,
      signal,
      isProven: given !== undefined,
    });

/** What addresses have and must pay, and what their owner can do. */
export type Portfolio = Answered<'PortfolioResponse'>;

/**
 * Reads what addresses can claim, what unlocks for them and goes out of theirs within 30 days, and what waits for their holder.
 *
 * @param addresses up to 50: of keys, or of scripts such as vaults
 * @param options.wallet proves who asks: for unfunded plans, private lists and the proposals of vaults
 */
export type ReadPortfolio = (
  addresses: readonly string[],
  options?: AbortOptions & { readonly wallet?: Wallet },
) => Promise<Portfolio>;

/** Creates the portfolio of a client. */
export const createPortfolio =
  ({ api, ask, wallet: own }: Connection): ReadPortfolio =>
  (addresses, { wallet: given, signal } = {}) =>
    ask((sent) => api.GET('/api/portfolio', { ...sent, params: { query: { addresses: addresses.join() } } }), {
      wallet: given ?? own,
      signal,
      isProven: given !== undefined,
    });

/** Discards a record of the wallet that nobody has funded, at once; see `discardRecord` of the API. */
export type Discard = (
  record: BodyOf<'discardRecord'>,
  wallet?: Wallet,
  options?: AbortOptions,
) => Promise<Answered<'DiscardResponse'>>;

/** Creates the method of a client that discards records. */
export const createDiscard =
  ({ api, ask, wallet: own }: Connection): Discard =>
  (record, wallet = own, { signal } = {}) =>
    ask((sent) => api.POST('/api/portfolio/discard', { ...sent, body: record }), { wallet, signal });

/** A record of any product, with the fields of streams. */
export type ActivityRow = Answered<'ActivityRow'>;
/** Figures over everything that matches. */
export type ActivityStats = Answered<'ActivityStats'>;
type Query = QueryOf<'listActivity'>;
/** Records of all products, as everybody sees them. */
export interface Explorer {
  /** Reads one page of the records that match, the newest first, with the figures over all of them. */
  page(query?: Query, options?: AbortOptions): Promise<Answered<'ListActivityResponse'>>;
  /** Iterates over all records that match, the newest first, reading page by page. */
  list(query?: Omit<Query, 'cursor'>): AsyncGenerator<ActivityRow, void, undefined>;
  /** Reads the figures alone. */
  stats(query?: Omit<Query, 'cursor' | 'limit'>, options?: AbortOptions): Promise<ActivityStats>;
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
