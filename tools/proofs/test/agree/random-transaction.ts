import type { Output, TransactionCommon } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';

/** A transaction of random shape, and the coins that it spends. */
export interface RandomTransaction {
  readonly transaction: TransactionCommon;
  readonly coins: readonly Output[];
  readonly inputIndex: number;
}

const tokenFrom = (chance: Chance, categories: readonly Uint8Array[]): Output['token'] => {
  const category = chance.of(categories);
  if (chance.once(3)) return { category, amount: BigInt(chance.below(1_000)) + 1n };
  const commitment = chance.bytes(chance.of([0, 1, 6, 20, 38, 40]));
  const nft = { capability: chance.of(['none', 'mutable', 'minting'] as const), commitment };
  return { category, amount: chance.once(2) ? 0n : BigInt(chance.below(70_000)), nft };
};

const outputFrom = (chance: Chance, categories: readonly Uint8Array[], locks: readonly Uint8Array[]): Output => {
  const token = chance.once(3) ? undefined : tokenFrom(chance, categories);
  return {
    lockingBytecode: chance.of(locks),
    valueSatoshis: BigInt(chance.of([0, 1, 127, 128, 546, 1_000, 65_535, chance.below(2 ** 31)])),
    ...(token !== undefined && { token }),
  };
};

const SEQUENCES = [0, 1, 5, 12, 65_535, 65_536, 0x40_0001, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

/** Makes a transaction whose input at a random place spends a coin locked by a script. */
export const randomTransaction = (chance: Chance, script: Uint8Array): RandomTransaction => {
  const categories = [chance.bytes(32), chance.bytes(32)];
  const locks = [script, Uint8Array.of(0x51), chance.bytes(25), new Uint8Array()];
  const hashes = [chance.bytes(32), chance.bytes(32)];
  const coins = Array.from({ length: 1 + chance.below(4) }, () => outputFrom(chance, categories, locks));
  const inputIndex = chance.below(coins.length);
  const own = coins[inputIndex];
  if (own !== undefined) coins[inputIndex] = { ...own, lockingBytecode: script };
  return {
    coins,
    inputIndex,
    transaction: {
      version: chance.of([1, 2, 2]),
      locktime: chance.of([0, 1, 499_999_999, 500_000_000, 1_700_000_000, 0xffff_ffff, chance.below(2 ** 31)]),
      inputs: coins.map(() => ({
        outpointTransactionHash: chance.of(hashes),
        outpointIndex: chance.below(4),
        sequenceNumber: chance.of(SEQUENCES),
        unlockingBytecode: new Uint8Array(),
      })),
      outputs: Array.from({ length: 1 + chance.below(4) }, () => outputFrom(chance, categories, locks)),
    },
  };
};
