/** Requests and answers of the control calls, as they go over the wire: amounts are decimal text. */

import type { Rules } from '../node/node.types.js';

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
  /** Satoshis on the token output. */
  readonly satoshis?: string;
}

export interface MintedOutput extends FundedOutput {
  readonly category: string;
}

export interface MineRequest {
  readonly count?: number;
  /** Who gets the coinbase. */
  readonly to?: Destination;
  /** Seconds between the blocks. */
  readonly timeStep?: number;
  /** What the first block holds: all of the mempool (default), none, or these (txids, or raw transactions in hex). */
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
  /** Blocks of the new branch; default depth + 1. With fewer the tip falls, as if blocks were declared invalid. */
  readonly blocks?: number;
  /** What becomes of the transactions of the old branch; default `mempool`. */
  readonly keep?: 'mempool' | 'drop';
  /** What the first block of the new branch holds of the mempool; default none. */
  readonly transactions?: MineRequest['transactions'];
}

export interface CallFaultRequest {
  /** Which methods; default all (the control calls are never concerned). */
  readonly methods?: readonly string[];
  /** How many calls; default all until the reset. */
  readonly count?: number;
}

export interface FailRequest extends CallFaultRequest {
  readonly code?: number;
  readonly message?: string;
}

export interface DevnetInfo {
  /** Consensus and relay rules. */
  readonly rules: Rules;
  readonly tip: BlockSummary;
  /** The chain's clock, Unix seconds. */
  readonly time: number;
  /** Txids in the mempool. */
  readonly mempool: readonly string[];
  /** Milliseconds. */
  readonly indexDelay: number;
  readonly prefix: string;
  readonly sessions: number;
}
