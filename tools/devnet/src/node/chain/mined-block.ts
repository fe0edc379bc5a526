import type { NodeBlock } from '../node.types.js';
import { decodeHeader } from '../primitives/block-header.js';
import type { Block } from '../primitives/block.js';
import { fromHex } from '../primitives/hex.js';
import { decodeTransaction, type Transaction } from '../primitives/transaction.js';

/** Puts the serialized transactions one behind the other. */
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

  /** Decodes the whole block. */
  block(): Block {
    return {
      hash: this.info.hash,
      header: decodeHeader(fromHex(this.info.header)),
      transactions: this.info.txids.map((_, position) => this.transaction(position)),
    };
  }
}
