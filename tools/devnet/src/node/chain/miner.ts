import { NodeRejection, type MineOptions, type NodeBlock } from '../node.types.js';
import {
  type Block,
  blockOf,
  blockSubsidy,
  blockVersion,
  canonicalOrder,
  easiestBits,
  solveHeader,
} from '../primitives/block.js';
import { buildCoinbase, extraNonceOf } from '../primitives/coinbase.js';
import { merkleRoot } from '../primitives/merkle.js';
import { decodeTransactionHex, outpointKey, type Transaction } from '../primitives/transaction.js';
import { outputValue } from '../rules/check-transaction.js';
import type { Ledger } from './ledger.js';

type Selection = NonNullable<MineOptions['transactions']>;

export interface BlockOrder {
  /** Locking bytecode of the coinbase output. */
  readonly payee: Uint8Array;
  /**
   * Unix seconds, the clock's time by default. A time that the median time past does not allow is moved to the first
   * one it does.
   */
  readonly time?: number | undefined;
  readonly transactions: Selection;
}

const txidPattern = /^[\da-f]{64}$/;

/** Makes blocks on the tip: with the easiest proof of work, in canonical order, taking the whole reward. */
export class Miner {
  readonly #ledger: Ledger;
  #extraNonce = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Keeps the coinbases to come apart from that of a block of an earlier run, a rival of which they may become. */
  continueAfter({ transactions: [coinbase] }: Block, height: number): void {
    if (coinbase !== undefined) this.#extraNonce = Math.max(this.#extraNonce, extraNonceOf(coinbase, height));
  }

  /**
   * Mines a block and connects it.
   * @throws NodeRejection if consensus forbids the block
   */
  mine({ payee, time = this.#ledger.clock.now(), transactions }: BlockOrder): NodeBlock {
    const selected = canonicalOrder(this.#select(transactions));
    const earliest = this.#ledger.chain.tip.medianTimePast + 1;
    return this.#ledger.connect(this.#assemble(selected, payee, Math.max(earliest, time)));
  }

  #assemble(selected: readonly Transaction[], lockingBytecode: Uint8Array, time: number): Block {
    const { hash, height } = this.#ledger.chain.tip;
    this.#extraNonce += 1;
    const coinbase = buildCoinbase({
      height: height + 1,
      extraNonce: this.#extraNonce,
      value: blockSubsidy(height + 1) + this.#fees(selected),
      lockingBytecode,
    });
    const all = [coinbase, ...selected];
    const header = solveHeader({
      version: blockVersion,
      previousHash: hash,
      merkleRoot: merkleRoot(all.map(({ txid }) => txid)),
      time,
      bits: easiestBits,
    });
    return blockOf(header, all);
  }

  #select(transactions: Selection): Transaction[] {
    const { mempool } = this.#ledger;
    if (transactions === 'none') return [];
    if (transactions === 'all') return mempool.entries().map(({ transaction }) => transaction);
    const txids = transactions.filter((each) => txidPattern.test(each));
    const missing = txids.find((txid) => !mempool.has(txid));
    if (missing !== undefined) throw new NodeRejection(-5, `Transaction ${missing} not in mempool.`);
    const raw = transactions.filter((each) => !txidPattern.test(each)).map(decoded);
    const pooled = mempool.withAncestors(txids).map(({ transaction }) => transaction);
    return [...new Map([...pooled, ...raw].map((each) => [each.txid, each])).values()];
  }

  /**
   * Sums the fees in satoshis. A transaction whose values do not add up is left for the verification of the block to
   * refuse.
   */
  #fees(selected: readonly Transaction[]): bigint {
    const made = new Map(
      selected.flatMap(({ content, txid }) =>
        content.outputs.map((output, vout) => [outpointKey(txid, vout), output.valueSatoshis] as const),
      ),
    );
    const valueAt = (outpoint: string): bigint =>
      made.get(outpoint) ?? this.#ledger.chain.coin(outpoint)?.output.valueSatoshis ?? 0n;
    const fees = selected.map((each) =>
      each.spends.reduce((sum, outpoint) => sum + valueAt(outpoint), -outputValue(each)),
    );
    return fees.reduce((sum, fee) => sum + (fee > 0n ? fee : 0n), 0n);
  }
}

const decoded = (hex: string): Transaction => {
  const transaction = decodeTransactionHex(hex);
  if (transaction === undefined) throw new NodeRejection(-22, 'TX decode failed');
  return transaction;
};
