import { binToHex, flattenBinArray, hash256, hexToBin } from '@bitauth/libauth';

/** The siblings of a transaction, from its own level up, display-order hex, and its position in the block. */
export interface TransactionProof {
  readonly branch: readonly string[];
  readonly position: number;
}

const internal = (hex: string): Uint8Array => hexToBin(hex).reverse();

/** Computes the merkle root, display-order hex, that a proof leads to from a transaction. */
export const merkleRootOf = (txid: string, { branch, position }: TransactionProof): string => {
  const root = branch.reduce(
    (node, sibling, level) =>
      hash256(
        flattenBinArray(
          Math.floor(position / 2 ** level) % 2 === 1 ? [internal(sibling), node] : [node, internal(sibling)],
        ),
      ),
    internal(txid),
  );
  return binToHex(root.reverse());
};
