import { askOnce, type Sent } from '../connection/ask.js';
import { addressOf, type Connection } from '../connection/connection.js';
import { isWeirError, WeirError } from '../shared/error.js';
import type { AbortOptions } from '../steps/pending.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';

/** State of a local chain. Times in Unix seconds. */
export interface DevChain {
  readonly height: number;
  readonly hash: string;
  /** The chain's clock. */
  readonly time: number;
  /** The time that contracts see. */
  readonly medianTimePast: number;
  /** Txids of the transactions that wait for a block. */
  readonly mempool: readonly string[];
  /** CashAddr prefix of the chain's addresses. */
  readonly prefix: string;
}

/** An output that the dev kit paid. */
export interface DevPaid {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  /** Category of the tokens that were made, display-order hex. */
  readonly category?: string;
}

/**
 * What is made: fungible tokens of a new category, an NFT of it, or both; and their names in the registry that is
 * published for them.
 */
export interface DevTokens {
  /** Base units. */
  readonly amount?: bigint;
  /** Default `Local token`. */
  readonly name?: string;
  /** Capital letters, digits and dashes; default `LOCAL`. */
  readonly symbol?: string;
  /** Digits after the decimal separator, 18 at most; default 0. */
  readonly decimals?: number;
  readonly description?: string;
  /** `https:`, `ipfs:` or an image as `data:`. */
  readonly icon?: string;
  readonly nft?: {
    readonly capability: 'none' | 'mutable' | 'minting';
    /** Hex. */
    readonly commitment: string;
  };
}

/**
 * Coins, tokens, blocks and time of the local stack (`npm start`, docs/local.md), for pages and tests that run
 * against it. No public network has these.
 *
 * @throws WeirError NO_DEV_KIT where there is none
 */
export interface Dev {
  /** Reads the state of the chain. */
  chain(options?: AbortOptions): Promise<DevChain>;
  /**
   * Pays coins.
   *
   * @param to by default the client's own wallet
   * @param satoshis by default one BCH
   */
  faucet(to?: Wallet | string, satoshis?: bigint, options?: AbortOptions): Promise<DevPaid>;
  /**
   * Makes a token category and pays it out.
   *
   * @param to by default the client's own wallet
   */
  tokens(
    made: DevTokens,
    to?: Wallet | string,
    options?: AbortOptions,
  ): Promise<DevPaid & { readonly category: string }>;
  /**
   * Mines blocks.
   *
   * @param count 1 to 1,000, by default 1
   */
  mine(count?: number, options?: AbortOptions): Promise<DevChain>;
  /**
   * Lets time pass, median time past included.
   *
   * @param seconds at most ten years
   */
  passTime(seconds: number, options?: AbortOptions): Promise<DevChain>;
  /**
   * Replaces the last blocks with another branch.
   *
   * @param depth number of blocks, 1 to 20
   */
  reorganise(depth: number, options?: AbortOptions): Promise<DevChain>;
}

/** Where `npm start` serves the dev kit: beside the API, on the local machine only. */
const PORT = 3003;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const noDevKit = (where: string, cause?: unknown): WeirError =>
  new WeirError(
    'NO_DEV_KIT',
    `There is no dev kit at ${where}: only the local stack has one. Run npm start, and say where with devUrl if it is elsewhere`,
    { cause },
  );

/**
 * Returns the address of the dev kit.
 *
 * @throws WeirError NO_DEV_KIT where the API is on another machine and `devUrl` is not given
 */
const urlOf = ({ devUrl, baseUrl }: Connection): string => {
  if (devUrl !== undefined) return devUrl.replace(/\/$/, '');
  const { protocol, hostname } = new URL(baseUrl);
  if (!LOCAL.test(hostname)) throw noDevKit(hostname);
  return `${protocol}//${hostname}:${PORT}/dev`;
};

const paidOf = ({ txid, vout, satoshis, category }: DevPaid): DevPaid => ({
  ...{ txid, vout, satoshis },
  ...(category !== undefined && { category }),
});

/** Creates the dev kit's part of a client. */
export const createDev = (connection: Connection): Dev => {
  const ask = async <Answer>(path: string, body: object | undefined, signal?: AbortSignal): Promise<Answer> => {
    const url = `${urlOf(connection)}/${path}`;
    const send = async ({ signal: stop }: Sent) => {
      const response = await connection.fetch(
        new Request(url, {
          ...(stop !== undefined && { signal: stop }),
          ...(body !== undefined && {
            ...{ method: 'POST', body: JSON.stringify(body) },
            headers: { 'content-type': 'application/json' },
          }),
        }),
      );
      const answer = (await response.json()) as Answer;
      return response.ok ? { data: answer, response } : { error: answer, response };
    };
    try {
      // Mining and letting time pass take as long as they take.
      return (await askOnce(send, { headers: {}, ...(signal !== undefined && { signal }) }, 0)) as Answer;
    } catch (error) {
      // Nobody answers there, or another server does.
      if (isWeirError(error, 'CONNECTION_FAILED', 'ANSWER_UNREADABLE', 'ROUTE_NOT_FOUND')) throw noDevKit(url, error);
      throw error;
    }
  };
  const addressTo = async (to: Wallet | string | undefined): Promise<string> =>
    typeof to === 'string' ? to : addressOf(walletOf(connection, to));

  return {
    chain: ({ signal } = {}) => ask<DevChain>('chain', undefined, signal),
    async faucet(to, satoshis, { signal } = {}) {
      const amount = satoshis === undefined ? {} : { satoshis: satoshis.toString() };
      return paidOf(await ask<DevPaid>('faucet', { address: await addressTo(to), ...amount }, signal));
    },
    async tokens({ amount, ...words }, to, { signal } = {}) {
      const made = { ...words, ...(amount !== undefined && { amount: amount.toString() }) };
      const paid = paidOf(await ask<DevPaid>('tokens', { address: await addressTo(to), ...made }, signal));
      return { ...paid, category: paid.category ?? '' };
    },
    mine: (count = 1, { signal } = {}) => ask<DevChain>('blocks', { count }, signal),
    passTime: (seconds, { signal } = {}) => ask<DevChain>('time', { seconds }, signal),
    reorganise: (depth, { signal } = {}) => ask<DevChain>('reorganise', { depth }, signal),
  };
};
