import { createHash } from 'node:crypto';
import type { NodeBlock, NodeTransaction, TokenData, TransactionOutput } from '../../node/node.types.js';
import { outpointKey } from '../../node/primitives/transaction.js';

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

/** Finds a transaction that is in the mempool or was ever in a block. */
export type TransactionLookup = (txid: string) => NodeTransaction | undefined;

/** Finds an output by its outpoint in either half of the index. */
export type OutputLookup = (outpoint: string) => IndexedOutput | undefined;

/**
 * Returns the Electrum script hash of a locking bytecode: its SHA-256, byte-reversed.
 * @param lockingBytecode hex
 */
export const scripthashOf = (lockingBytecode: string): string =>
  createHash('sha256').update(lockingBytecode, 'hex').digest().reverse().toString('hex');

interface Place {
  readonly height: number;
  readonly position: number;
}

const indexed = (txid: string, vout: number, output: TransactionOutput, place?: Place): IndexedOutput => ({
  txid,
  vout,
  satoshis: output.satoshis,
  scripthash: scripthashOf(output.lockingBytecode),
  ...(output.token === undefined ? {} : { token: output.token }),
  height: place?.height ?? 0,
  position: place?.position ?? 0,
});

/** Returns the outputs of a transaction as indexed; `place` is absent for the mempool. */
export const indexedOutputs = ({ outputs, txid }: NodeTransaction, place?: Place): IndexedOutput[] =>
  outputs.map((output, vout) => indexed(txid, vout, output, place));

/** Returns one output of a mined transaction as indexed; undefined if it has no such output. */
export const indexedOutput = (
  { outputs, txid }: NodeTransaction,
  vout: number,
  place: Place,
): IndexedOutput | undefined => {
  const output = outputs[vout];
  return output && indexed(txid, vout, output, place);
};

/** Outputs by outpoint, and by script hash. */
export class OutputSet {
  readonly #byOutpoint = new Map<string, IndexedOutput>();
  readonly #byScripthash = new Map<string, Set<IndexedOutput>>();

  get(outpoint: string): IndexedOutput | undefined {
    return this.#byOutpoint.get(outpoint);
  }

  of(scripthash: string): Iterable<IndexedOutput> {
    return this.#byScripthash.get(scripthash) ?? [];
  }

  add(output: IndexedOutput): void {
    this.#byOutpoint.set(outpointKey(output.txid, output.vout), output);
    const siblings = this.#byScripthash.get(output.scripthash);
    if (siblings === undefined) this.#byScripthash.set(output.scripthash, new Set([output]));
    else siblings.add(output);
  }

  /** Removes an output and returns it; undefined if the set does not hold it. */
  take(outpoint: string): IndexedOutput | undefined {
    const output = this.#byOutpoint.get(outpoint);
    if (output === undefined) return undefined;
    this.#byOutpoint.delete(outpoint);
    const siblings = this.#byScripthash.get(output.scripthash);
    siblings?.delete(output);
    if (siblings?.size === 0) this.#byScripthash.delete(output.scripthash);
    return output;
  }
}
