/** A non-fungible token: its capability, and its commitment in hex. */
export interface NftData {
  capability: 'none' | 'mutable' | 'minting';
  commitment: string;
}

/** The tokens of an output. `category` is hex in display order. */
export interface TokenData {
  category: string;
  amount: bigint;
  nft?: NftData | undefined;
}

/** An output; `lockingBytecode` is hex and excludes the token prefix. */
export interface TransactionOutput {
  satoshis: bigint;
  lockingBytecode: string;
  token?: TokenData | undefined;
}

/** An input. That of a coinbase spends output 0xffffffff of a txid of zeros. */
export interface TransactionInput {
  txid: string;
  vout: number;
  unlockingBytecode: string;
  sequence: number;
}

/** A transaction as the node knows it. Txids and hashes are hex in display order, bytecodes are hex. */
export interface NodeTransaction {
  txid: string;
  hex: string;
  size: number;
  /** Satoshis; 0n for a coinbase. */
  fee: bigint;
  version: number;
  locktime: number;
  inputs: TransactionInput[];
  outputs: TransactionOutput[];
  /** Its place in the active chain; absent while it is in the mempool. */
  block?: { height: number; hash: string; position: number } | undefined;
  /** Unix seconds when it entered the mempool, or of its block. */
  time: number;
}

/** A block of the active chain. `header` is its 80 bytes in hex; times are Unix seconds. */
export interface NodeBlock {
  height: number;
  hash: string;
  header: string;
  time: number;
  /** Median of the times of this block and the ten before it. */
  medianTimePast: number;
  txids: string[];
}

/** A refusal by the node, with the code and the text of BCHN's `sendrawtransaction` error. */
export class NodeRejection extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(reason);
    this.name = 'NodeRejection';
    this.code = code;
    this.reason = reason;
  }
}

export interface NodeEvents {
  /** A block was connected, with these transactions in block order. */
  block: [block: NodeBlock, transactions: readonly NodeTransaction[]];
  /** A block was disconnected by a reorganisation, with transactions that the chain held until then; the tip comes first. */
  disconnected: [block: NodeBlock, transactions: readonly NodeTransaction[]];
  transaction: [NodeTransaction];
  /** The txid of a transaction that left the mempool without being mined. */
  removed: [string];
}

export interface MineOptions {
  /** Locking bytecode (hex) of the coinbase output, the node's own by default. */
  to?: string | undefined;
  /**
   * Seconds between the times of consecutive blocks. Without it blocks carry the time of the clock, as a miner's
   * would. With it the clock is advanced when it would fall behind a block.
   */
  timeStep?: number | undefined;
  /**
   * Transactions of the first block: the whole mempool (default), none, or the listed ones: txids of the mempool,
   * which bring their ancestors along, and raw transactions (hex), which may conflict with the mempool and only need
   * to be valid in a block.
   */
  transactions?: 'all' | 'none' | readonly string[] | undefined;
}

export interface ReorganiseOptions {
  /**
   * Blocks of the new branch, `depth + 1` by default. With fewer the tip falls, as if the blocks were declared
   * invalid.
   */
  blocks?: number | undefined;
  /** Where the disconnected transactions go: back to the mempool if they are still valid (default), or nowhere. */
  keep?: 'mempool' | 'drop' | undefined;
  /** Transactions of the first block of the new branch, as for `mine`; none by default. */
  transactions?: MineOptions['transactions'];
}

export interface MintRequest {
  amount?: bigint | undefined;
  nft?: NftData | undefined;
  /** Satoshis of the output with the tokens; by default 1,000, or the dust threshold if that is higher. */
  satoshis?: bigint | undefined;
}

/** Kinds of nodes that word refusals and compute the dust limit differently. */
export type NodeKind = 'BCHN' | 'bchd';

export interface NodeOptions {
  /** The initial time of the clock in Unix seconds, by default the real time. The clock runs on from there. */
  now?: number | undefined;
  /** Whether the clock stops until it is set or advanced, so that a chain is always the same. */
  clockStopped?: boolean | undefined;
  /** The relay fee of the mempool, satoshis for 1,000 bytes; 1,000n by default. */
  relayFee?: bigint | undefined;
  /** Whose words the mempool refuses with, and whose dust limit it has; BCHN's by default. */
  kind?: NodeKind | undefined;
  /**
   * Number of blocks the chain begins with after genesis: 110 by default, ten minutes apart, the last one five
   * minutes ago. With fewer than 101 no coinbase has matured, and the faucet is dry until one has.
   */
  premine?: number | undefined;
}
