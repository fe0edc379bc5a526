import { binToHex } from '@bitauth/libauth';
import { lockedOf, type SupplyAtBlock, termsOfStored } from '@weir/indexing';
import type { IndexedContract } from '@weir/infra';
import { dateOf } from './statistics-view.js';

/** Shows how much of a token contracts hold, amounts in base units. */
export const supplyView = (category: string, { products, unlocks, lockedUntil, ...supply }: SupplyAtBlock) => ({
  ...supply,
  category,
  lockedUntil: lockedUntil === null ? null : Number(lockedUntil),
  byProduct: products,
  unlocks: unlocks.map(({ day, amount }) => ({ date: dateOf(day), amount })),
});

/** Shows what a contract holds of a token, and the unspent outputs that prove it. @param asOf Unix seconds */
export const lockView = ({ id, terms, head }: IndexedContract, asOf: number) => {
  const { lock, held, locked, unclaimed, revocable } = lockedOf({ id, ...terms, ...head }, BigInt(asOf));
  return {
    held,
    locked,
    unclaimed,
    revocable,
    unlockedAt: lock.until === null ? null : Number(lock.until),
    isRevocable: lock.isRevocable,
    announcement: terms.announcement,
    outputs: (head.state?.lanes ?? []).flatMap((lane) => {
      const { txid, vout, satoshis, commitment, companion, lockingBytecode = terms.lockingBytecode } = lane;
      const state = { txHash: txid, vout, lockingBytecode, satoshis, commitment };
      if (companion === null) return [{ ...state, tokens: '0' }];
      const behind = termsOfStored(terms).tokensBytecode();
      if (behind === undefined) return [{ ...state, tokens: companion.amount }];
      // Most contracts keep their tokens in the output right behind their state.
      return [
        { ...state, tokens: '0' },
        {
          txHash: txid,
          vout: vout + 1,
          lockingBytecode: binToHex(behind),
          satoshis: companion.satoshis,
          commitment: companion.nft,
          tokens: companion.amount,
        },
      ];
    }),
  };
};
