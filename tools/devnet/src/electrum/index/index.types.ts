import type { NodeBlock, NodeTransaction, TokenData } from '../../node/node.types.js';

/** An output as indexed: enough for balances, unspent lists and `utxo.get_info`. */
export interface IndexedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  readonly scripthash: string;
  readonly token?: TokenData;
  /** Height of its block; 0 while unconfirmed. */
  readonly height: number;
  /** Position of its transaction in the block; 0 while unconfirmed. */
  readonly position: number;
}

/**
 * An entry of a script's history. Height 0 means in the mempool, -1 in the mempool and spending an unconfirmed
 * output.
 */
export interface HistoryEntry {
  readonly txid: string;
  readonly height: number;
  /** Satoshis, present for mempool entries only. */
  readonly fee?: bigint;
}

/** A block that came to the tip or left it. */
export interface BlockChange {
  readonly kind: 'connect' | 'disconnect';
  readonly block: NodeBlock;
  /** In block order. */
  readonly transactions: readonly NodeTransaction[];
}

/** A change of the node's state, captured when it happened. */
export type IndexChange =
  | BlockChange
  | { readonly kind: 'enter'; readonly transaction: NodeTransaction }
  | { readonly kind: 'leave'; readonly txid: string };

/** What changes may have altered for subscribers. */
export interface Touched {
  tip: boolean;
  readonly scripthashes: Set<string>;
  readonly txids: Set<string>;
}

/** Which outputs of a script to list, by whether they hold tokens. */
export type TokenFilter = 'include_tokens' | 'exclude_tokens' | 'tokens_only';

/** Returns the key of an output in maps: `txid:vout`. */
export const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;

/** Finds a transaction that is in the mempool or was ever in a block. */
export type TransactionLookup = (txid: string) => NodeTransaction | undefined;

/** Finds an output by its outpoint in either half of the index. */
export type OutputLookup = (outpoint: string) => IndexedOutput | undefined;
