import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { ChainNode } from '../../node/node.types.js';
import type { ChainIndex } from '../index/chain-index.js';
import { doubleSpendProof, type DoubleSpendProof } from './double-spend-proof.js';

/** A proof, and the transactions it casts doubt on: the double-spent one and all its descendants. */
export type ProofWithDescendants = DoubleSpendProof & { readonly descendants: readonly string[] };

/**
 * Holds proofs of the double spends that this server saw refused. A proof counts as long as its transaction is in the
 * mempool.
 */
export class DoubleSpendProofs {
  readonly #proofs = new Map<string, DoubleSpendProof>();

  constructor(
    private readonly node: ChainNode,
    private readonly index: ChainIndex,
  ) {}

  /**
   * Records a transaction that the node refused because the mempool already spends its inputs.
   * @returns the txids of the transactions whose status changed
   */
  record(conflictHex: string): string[] {
    const conflict = decodeTransactionCommon(hexToBin(conflictHex));
    if (typeof conflict === 'string') return [];
    for (const input of conflict.inputs) {
      const outpoint = { txid: binToHex(input.outpointTransactionHash), vout: input.outpointIndex };
      const spender = this.node.spenderOf(outpoint.txid, outpoint.vout);
      const transaction = spender === undefined ? undefined : this.node.transaction(spender);
      if (transaction === undefined || this.#proofs.has(transaction.txid)) continue;
      const proof = doubleSpendProof(transaction.hex, conflictHex, outpoint, transaction.txid);
      if (proof === undefined) continue;
      this.#proofs.set(transaction.txid, proof);
      return this.#descendants(transaction.txid);
    }
    return [];
  }

  /** Finds a proof by its id, or by the txid of a transaction it concerns; null if there is none. */
  get(txidOrProof: string): ProofWithDescendants | null {
    const active = this.#active();
    return (
      active.find((proof) => proof.txid === txidOrProof) ??
      active.find((proof) => proof.descendants.includes(txidOrProof) || proof.dspid === txidOrProof) ??
      null
    );
  }

  /** Returns the txids of all transactions that a proof concerns. */
  list(): string[] {
    return [...new Set(this.#active().flatMap((proof) => proof.descendants))];
  }

  #active(): ProofWithDescendants[] {
    return [...this.#proofs.values()]
      .filter((proof) => this.index.mempool.has(proof.txid))
      .map((proof) => ({ descendants: this.#descendants(proof.txid), ...proof }));
  }

  #descendants(txid: string): string[] {
    const found = new Set([txid]);
    for (const each of found) {
      const outputs = this.index.mempool.transaction(each)?.outputs.length ?? 0;
      for (const child of this.index.mempool.children(each, outputs)) found.add(child);
    }
    return [...found];
  }
}
