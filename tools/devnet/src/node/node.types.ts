import type { EventEmitter } from 'node:events';

/** A non-fungible token: what its holder may do with it, and its commitment (hex). */
export interface NftData {
  capability: 'none' | 'mutable' | 'minting';
  commitment: string;
}

/** The tokens of an output. `category` is display-order hex. */
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

/** An input; a coinbase's spends output 0xffffffff of a txid of zeros. */
export interface TransactionInput {
  txid: string;
  vout: number;
  unlockingBytecode: string;
  sequence: number;
}

/** A transaction as the node knows it. Txids and hashes are display-order hex, bytecodes hex. */
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
  /** Where it was mined; absent while it is in the mempool. */
  block?: { height: number; hash: string; position: number } | undefined;
  /** Unix seconds: when it entered the mempool, or its block's time. */
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

/** A refusal, with the code and the text of BCHN's `sendrawtransaction` error. */
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
  /** A block was connected. */
  block: [NodeBlock];
  /** A block was disconnected by a reorganisation; the tip comes first. */
  disconnected: [NodeBlock];
  /** A transaction entered the mempool. */
  transaction: [NodeTransaction];
  /** The txid of a transaction that left the mempool without being mined. */
  removed: [string];
}

export interface MineOptions {
  /** Locking bytecode (hex) of the coinbase output; the node's own by default. */
  to?: string | undefined;
  /**
   * Seconds from one block's time to the next one's. Without it a block bears the clock's time, as a miner's
   * would. With it the clock moves along where it would otherwise fall behind the block.
   */
  timeStep?: number | undefined;
  /**
   * What the first block holds: the whole mempool (default), nothing, or these: txids of the mempool, which bring
   * their ancestors, and raw transactions (hex), which may contradict the mempool and only need to be valid in blocks.
   */
  transactions?: 'all' | 'none' | readonly string[] | undefined;
}

export interface ReorganiseOptions {
  /** Blocks of the new branch; `depth + 1` by default. With fewer the tip falls, as if blocks were declared invalid. */
  blocks?: number | undefined;
  /** What becomes of the disconnected transactions: back to the mempool if they still fit (default), or gone. */
  keep?: 'mempool' | 'drop' | undefined;
  /** What the first block of the new branch holds, as for `mine`; nothing by default. */
  transactions?: MineOptions['transactions'];
}

export interface MintRequest {
  amount?: bigint | undefined;
  nft?: NftData | undefined;
  /** Satoshis of the output that bears the tokens; 1,000 by default, or what dust asks for if that is more. */
  satoshis?: bigint | undefined;
}

/** The consensus rules a node enforces, named by the month they took effect. */
export type Rules = '2025-05' | '2026-05';

export interface NodeOptions {
  /** The clock's first reading, Unix seconds; the real time by default. The clock runs on from there. */
  now?: number | undefined;
  /**
   * '2025-05' by default: these rules are the ones checked against a recorded node, and what they allow the later ones
   * allow as well. The local stack runs the later ones, which relay the long claims of airdrops for everybody.
   */
  rules?: Rules | undefined;
  /** What the mempool asks for, satoshis for 1,000 bytes; 1,000n by default. */
  relayFee?: bigint | undefined;
  /**
   * Blocks the chain begins with, genesis apart: 110 by default, ten minutes apart, the last one five minutes ago.
   * Below 101 none of their coins has matured, and the faucet is dry until it has.
   */
  premine?: number | undefined;
}

/** A full node: chain, mempool, clock, and a faucet that spends its own coins. */
export interface ChainNode extends EventEmitter<NodeEvents> {
  readonly rules: Rules;
  /** What the mempool asks for, satoshis for 1,000 bytes. */
  readonly relayFee: bigint;
  /** From now on; what the mempool holds stays. */
  setRelayFee(satoshis: bigint): void;
  readonly tip: NodeBlock;
  blockAt(height: number): NodeBlock | undefined;
  /** A block of the active chain. */
  blockByHash(hash: string): NodeBlock | undefined;
  /** A transaction of the mempool or of the active chain. */
  transaction(txid: string): NodeTransaction | undefined;
  /** The mempool, every transaction after those it spends from. */
  mempool(): NodeTransaction[];
  /** An unspent output, the mempool's included; absent once anything spends it. */
  output(txid: string, vout: number): TransactionOutput | undefined;
  /** The txid of the transaction that spends an output, in a block or in the mempool. */
  spenderOf(txid: string, vout: number): string | undefined;
  /** Offers a raw transaction and gives its txid. Throws NodeRejection. */
  submit(hex: string): string;
  /** The adjusted clock, Unix seconds. */
  now(): number;
  setTime(unixSeconds: number): void;
  advanceTime(seconds: number): void;
  mine(count?: number, options?: MineOptions): NodeBlock[];
  /** Replaces the last `depth` blocks by a longer branch. Throws and leaves the old branch where the new is invalid. */
  reorganise(depth: number, options?: ReorganiseOptions): void;
  /**
   * Makes the branch that ends in a block which was taken off win again, as `reconsiderblock` does: the very blocks it
   * had. Throws NodeRejection for a block it never had, or had before a restart.
   */
  reconsider(hash: string): void;
  /** Evicts a transaction and its descendants from the mempool; the txids of all that left. */
  drop(txid: string): string[];
  /** Pays an output of this value from the node's own coins, with new tokens where asked for; output 0. */
  fund(lockingBytecode: string, satoshis: bigint, token?: Omit<MintRequest, 'satoshis'>): NodeTransaction;
  /** Creates a token category and pays all of it to one output (output 0). */
  mint(lockingBytecode: string, request: MintRequest): { category: string; transaction: NodeTransaction };
}
