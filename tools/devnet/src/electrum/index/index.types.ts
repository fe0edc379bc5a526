import type { NodeBlock, NodeTransaction, TokenData } from '../../node/node.types.js';

/** An output as the index keeps it: enough for balances, unspent lists and `utxo.get_info`. */
export interface IndexedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  readonly scripthash: string;
  readonly token?: TokenData;
  /** Height of the block which holds it; 0 while unconfirmed. */
  readonly height: number;
  /** Position of its transaction in the block; 0 while unconfirmed. */
  readonly position: number;
}

/** One line of an address's history. Height 0: in the mempool; -1: in the mempool, spending an unconfirmed output. */
export interface HistoryEntry {
  readonly txid: string;
  readonly height: number;
  /** Satoshis, only for mempool entries. */
  readonly fee?: bigint;
}

/** A change of the node's view, as captured when it happened. */
export type IndexChange =
  | { readonly kind: 'connect'; readonly block: NodeBlock; readonly transactions: readonly NodeTransaction[] }
  | { readonly kind: 'disconnect'; readonly block: NodeBlock }
  | { readonly kind: 'enter'; readonly transaction: NodeTransaction }
  | { readonly kind: 'leave'; readonly txid: string };

/** What one or several changes may have altered for subscribers. */
export interface Touched {
  tip: boolean;
  readonly scripthashes: Set<string>;
  readonly txids: Set<string>;
}

export type TokenFilter = 'include_tokens' | 'exclude_tokens' | 'tokens_only';

export const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;

/** What a lookup by script hash needs from either half of the index. */
export type OutputLookup = (outpoint: string) => IndexedOutput | undefined;
