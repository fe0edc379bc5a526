import type { NodeTransaction } from '../node.types.js';
import { parseOutpoint, type Transaction } from '../primitives/transaction.js';
import type { Coin } from '../rules/coin.js';
import { isSpendable } from './block-view.js';
import { DecodedTransactions } from './decoded-transactions.js';
import type { MinedBlock } from './mined-block.js';
import { toNodeTransaction } from './node-transaction.js';

/** Serialized length of the transactions that are kept decoded, bytes: some thousands of them. */
const maxDecoded = 2 ** 19;

/** Where a transaction is in the chain. */
interface Place {
  readonly block: MinedBlock;
  readonly position: number;
  /** The txids of the transactions that spend its outputs, by the index of the output. */
  readonly spenders: (string | undefined)[];
}

/**
 * The transactions of the active chain, and what spends their outputs. They stay serialized in their blocks; those used
 * last are kept decoded.
 */
export class TransactionIndex {
  readonly #places = new Map<string, Place>();
  readonly #decoded: DecodedTransactions;

  /** @param maxLength serialized length of what is kept decoded, bytes; see {@link DecodedTransactions} */
  constructor(maxLength = maxDecoded) {
    this.#decoded = new DecodedTransactions(maxLength);
  }

  /** Adds the transactions of a block on the tip. */
  connect(block: MinedBlock, transactions: readonly Transaction[]): void {
    for (const [position, transaction] of transactions.entries()) {
      const { content, txid } = transaction;
      const spenders = Array.from<string | undefined>({ length: content.outputs.length });
      this.#places.set(txid, { block, position, spenders });
      this.#decoded.add(transaction);
    }
    // A child may stand before its parent.
    for (const { spends, txid } of transactions.slice(1)) this.#markSpent(spends, txid);
  }

  /** Removes the transactions of the tip; what they spent is unspent again. */
  disconnect(transactions: readonly Transaction[]): void {
    for (const { txid } of transactions) this.#places.delete(txid);
    for (const { spends } of transactions.slice(1)) this.#markSpent(spends, undefined);
  }

  /** Returns a transaction as the node shows it; undefined if the chain does not hold it. */
  shown(txid: string): NodeTransaction | undefined {
    const place = this.#places.get(txid);
    if (place === undefined) return undefined;
    const { block, position } = place;
    const { hash, height, time } = block.info;
    return {
      ...toNodeTransaction(this.#read(txid, place), block.fee(position), time),
      block: { height, hash, position },
    };
  }

  /** Returns an output that nothing in the chain spends. That of genesis never was one, nor is one no script can spend. */
  coin(outpoint: string): Coin | undefined {
    const { txid, vout } = parseOutpoint(outpoint);
    const place = this.#places.get(txid);
    if (place === undefined || place.spenders[vout] !== undefined) return undefined;
    const { block, position } = place;
    const { height } = block.info;
    const output = this.#read(txid, place).content.outputs[vout];
    if (height === 0 || output === undefined || !isSpendable(output)) return undefined;
    return { output, height, isCoinbase: position === 0, medianTimeBefore: block.medianTimeBefore };
  }

  /** Returns the txid of the transaction that spends an output. */
  spender(outpoint: string): string | undefined {
    const { txid, vout } = parseOutpoint(outpoint);
    return this.#places.get(txid)?.spenders[vout];
  }

  #markSpent(outpoints: readonly string[], spender: string | undefined): void {
    for (const outpoint of outpoints) {
      const { txid, vout } = parseOutpoint(outpoint);
      const place = this.#places.get(txid);
      if (place !== undefined) place.spenders[vout] = spender;
    }
  }

  #read(txid: string, { block, position }: Place): Transaction {
    const known = this.#decoded.get(txid);
    if (known !== undefined) return known;
    const transaction = block.transaction(position);
    this.#decoded.add(transaction);
    return transaction;
  }
}
