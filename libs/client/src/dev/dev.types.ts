import type { AbortOptions } from '../types/verbs.types.js';
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
