import type { NodeBlock, NodeTransaction } from '../node.types.js';
import { type Block, decodeHeader } from '../primitives/block.js';
import { fromHex } from '../primitives/hash.js';
import { decodeTransaction, parseOutpoint, type Transaction } from '../primitives/transaction.js';
import type { Coin } from '../rules/check-transaction.js';
import { isSpendable } from './block-view.js';
import { toNodeTransaction } from './node-transaction.js';

const serialize = (transactions: readonly Transaction[]): { body: Uint8Array; ends: Uint32Array } => {
  const ends = new Uint32Array(transactions.length);
  let length = 0;
  for (const [position, { raw }] of transactions.entries()) ends[position] = length += raw.length;
  const body = new Uint8Array(length);
  for (const [position, { raw }] of transactions.entries()) body.set(raw, (ends[position] ?? 0) - raw.length);
  return { body, ends };
};

/**
 * A block of the active chain. It keeps its transactions serialized, as a node does on its disk: decoded they take
 * twenty times the memory.
 */
export class MinedBlock {
  readonly #body: Uint8Array;
  /** Where each transaction ends in the body. */
  readonly #ends: Uint32Array;
  readonly #fees: BigInt64Array;

  /**
   * @param fees satoshis, in the order of the transactions
   * @param medianTimeBefore median time past before the block, Unix seconds
   */
  constructor(
    readonly info: NodeBlock,
    transactions: readonly Transaction[],
    fees: readonly bigint[],
    readonly medianTimeBefore: number,
  ) {
    const { body, ends } = serialize(transactions);
    this.#body = body;
    this.#ends = ends;
    this.#fees = BigInt64Array.from(fees);
  }

  /** Returns the fee of the transaction at a position, satoshis. */
  fee(position: number): bigint {
    return this.#fees[position] ?? 0n;
  }

  /** Decodes the transaction at a position. @throws RangeError if the block has no such position */
  transaction(position: number): Transaction {
    const raw = this.#body.subarray(this.#ends[position - 1] ?? 0, this.#ends[position]);
    const transaction = decodeTransaction(raw, this.info.txids[position]);
    if (transaction === undefined) throw new RangeError(`Block ${this.info.height} has no transaction ${position}.`);
    return transaction;
  }

  block(): Block {
    return {
      hash: this.info.hash,
      header: decodeHeader(fromHex(this.info.header)),
      transactions: this.info.txids.map((_, position) => this.transaction(position)),
    };
  }
}

/** Serialized length of the transactions that are kept decoded, bytes: some thousands of them. */
const maxDecoded = 2 ** 20;

interface Place {
  readonly block: MinedBlock;
  readonly position: number;
  /** The txids of the transactions that spend its outputs, by the index of the output. */
  readonly spenders: (string | undefined)[];
}

/**
 * The transactions of the active chain, and what spends their outputs. They stay serialized in their blocks; some are
 * kept decoded.
 */
export class TransactionIndex {
  readonly #places = new Map<string, Place>();
  readonly #decoded = new Map<string, Transaction>();
  #decodedSize = 0;

  /** @param maxSize serialized length of what is kept decoded, bytes: decoded, it takes some twenty times as much */
  constructor(private readonly maxSize = maxDecoded) {}

  connect(block: MinedBlock, transactions: readonly Transaction[]): void {
    for (const [position, transaction] of transactions.entries()) {
      const { content, txid } = transaction;
      const spenders = Array.from<string | undefined>({ length: content.outputs.length });
      this.#places.set(txid, { block, position, spenders });
      this.#keepDecoded(transaction);
    }
    // A child may precede its parent.
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
    this.#keepDecoded(transaction);
    return transaction;
  }

  /** Starts over when there is no more room: transactions in frequent use are decoded again. */
  #keepDecoded(transaction: Transaction): void {
    this.#decodedSize += transaction.raw.length;
    if (this.#decodedSize > this.maxSize) {
      this.#decoded.clear();
      this.#decodedSize = transaction.raw.length;
    }
    this.#decoded.set(transaction.txid, transaction);
  }
}
