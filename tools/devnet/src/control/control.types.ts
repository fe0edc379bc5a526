import type { FaultScope } from '../electrum/faults.js';
import type { NodeBlock } from '../node/node.types.js';

/** An output the faucet paid. Satoshis are decimal text. */
export interface FundedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: string;
  readonly lockingBytecode: string;
}

export interface MintedOutput extends FundedOutput {
  readonly category: string;
}

export type BlockSummary = Readonly<Omit<NodeBlock, 'header'>>;

/** Calls that fail; control calls never do. */
export interface FailRequest extends FaultScope {
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
