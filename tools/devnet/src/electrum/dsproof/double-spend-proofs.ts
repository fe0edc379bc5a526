import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { ChainNode } from '../../node/node.types.js';
import type { ChainIndex } from '../index/chain-index.js';
import { doubleSpendProof, type DoubleSpendProof } from './double-spend-proof.js';

/** A proof with the transactions it makes doubtful: the double-spent one and all that descend from it. */
export type ProofWithDescendants = DoubleSpendProof & { readonly descendants: readonly string[] };

/** Proofs of the double spends this server saw refused. A proof counts while its transaction is in the mempool. */
export class DoubleSpendProofs {
  readonly #proofs = new Map<string, DoubleSpendProof>();

  constructor(
    private readonly node: ChainNode,
    private readonly index: ChainIndex,
  ) {}

  /**
   * Notes a transaction the node refused because the mempool spends its inputs already.
   * @returns the transactions whose status changed
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

  /** The proof which concerns a transaction or one of its unconfirmed ancestors, or has the given id. */
  get(txidOrProof: string): ProofWithDescendants | null {
    const active = this.#active();
    return (
      active.find((proof) => proof.txid === txidOrProof) ??
      active.find((proof) => proof.descendants.includes(txidOrProof) || proof.dspid === txidOrProof) ??
      null
    );
  }

  /** All transactions a proof concerns. */
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
