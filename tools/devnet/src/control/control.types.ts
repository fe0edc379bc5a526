/** Requests and answers of the control calls as they are on the wire, with amounts as decimal text. */

/** An address of the network, or a locking bytecode in hex. */
export type Destination = string;

export interface NftRequest {
  readonly capability: 'none' | 'mutable' | 'minting';
  /** Hex. */
  readonly commitment: string;
}

export interface FundRequest {
  readonly to: Destination;
  readonly satoshis: string;
}

/** An output the faucet paid. */
export interface FundedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: string;
  readonly lockingBytecode: string;
}

export interface MintRequest {
  readonly to: Destination;
  /** Fungible tokens, base units. */
  readonly amount?: string;
  readonly nft?: NftRequest;
  /** Satoshis of the output with the tokens. */
  readonly satoshis?: string;
}

export interface MintedOutput extends FundedOutput {
  readonly category: string;
}

export interface MineRequest {
  readonly count?: number;
  /** Destination of the coinbase output. */
  readonly to?: Destination;
  /** Seconds between the blocks. */
  readonly timeStep?: number;
  /**
   * Transactions of the first block: the whole mempool (default), none, or these (txids, or raw transactions in hex).
   */
  readonly transactions?: 'all' | 'none' | readonly string[];
}

export interface BlockSummary {
  readonly height: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
  readonly medianTimePast: number;
  readonly txids: readonly string[];
}

export interface ReorganiseRequest {
  /** Blocks taken off the tip. */
  readonly depth: number;
  /**
   * Blocks of the new branch, `depth + 1` by default. With fewer the tip falls, as if the blocks were declared
   * invalid.
   */
  readonly blocks?: number;
  /** Where the transactions of the old branch go, `mempool` by default. */
  readonly keep?: 'mempool' | 'drop';
  /** Transactions of the mempool in the first block of the new branch; none by default. */
  readonly transactions?: MineRequest['transactions'];
}

export interface CallFaultRequest {
  /** Methods that are concerned, all by default. Control calls never are. */
  readonly methods?: readonly string[];
  /** Number of calls, by default all until the reset. */
  readonly count?: number;
}

export interface FailRequest extends CallFaultRequest {
  readonly code?: number;
  readonly message?: string;
}

export interface DevnetInfo {
  readonly tip: BlockSummary;
  /** The chain's clock, Unix seconds. */
  readonly time: number;
  /** Txids of the mempool. */
  readonly mempool: readonly string[];
  /** Milliseconds by which the index lags behind the node. */
  readonly indexDelay: number;
  readonly prefix: string;
  readonly sessions: number;
}
