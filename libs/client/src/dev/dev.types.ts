import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** Where a local chain stands. Times in Unix seconds. */
export interface DevChain {
  readonly height: number;
  readonly hash: string;
  /** The chain's clock. */
  readonly time: number;
  /** What contracts go by. */
  readonly medianTimePast: number;
  /** Hashes of what waits for a block. */
  readonly mempool: readonly string[];
  /** Of the chain's addresses. */
  readonly prefix: string;
}

/** An output that the dev kit paid. */
export interface DevPaid {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  /** Of the tokens that were made. */
  readonly category?: string;
}

/** What is made: tokens of a new category, an NFT of it, or both; and what they are called in the registry that is published for them. */
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

type Options = Pick<VerbOptions, 'signal'>;

/**
 * Coins, tokens, blocks and time of the local stack (`npm start`, docs/local.md): for pages and tests that run against it. No
 * public network has any of it.
 *
 * @throws WeirError NO_DEV_KIT where there is none
 */
export interface Dev {
  /** Where the chain stands. */
  chain(options?: Options): Promise<DevChain>;
  /** Pays coins. @param to default the client's own wallet @param satoshis default one BCH */
  faucet(to?: Wallet | string, satoshis?: bigint, options?: Options): Promise<DevPaid>;
  /** Makes a token category and pays out of it. @param to default the client's own wallet */
  tokens(made: DevTokens, to?: Wallet | string, options?: Options): Promise<DevPaid & { readonly category: string }>;
  /** Mines blocks. @param count 1 to 1,000, default 1 */
  mine(count?: number, options?: Options): Promise<DevChain>;
  /** Lets time pass, the median time past too. @param seconds ten years at most */
  passTime(seconds: number, options?: Options): Promise<DevChain>;
  /** Replaces the last blocks by another branch. @param depth 1 to 20 */
  reorganise(depth: number, options?: Options): Promise<DevChain>;
}
