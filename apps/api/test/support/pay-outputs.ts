import { binToHex, cashAddressToLockingBytecode, hexToBin, utf8ToBin } from '@bitauth/libauth';
import type { Output } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { World } from './world.js';

/** A payment, to a wallet or an address; with `state`, of a new category's mutable NFT. */
export interface Payment {
  readonly to: Wallet | string;
  readonly satoshis: bigint;
  readonly state?: string;
}

const scriptOf = (to: Wallet | string): Uint8Array => {
  if (typeof to !== 'string') return lockingBytecodeOf(to.publicKeyHash);
  const decoded = cashAddressToLockingBytecode(to);
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded.bytecode;
};

/** A coin of the paying wallet. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
}

const newCoin = (world: World, owner: Wallet, payments: readonly Payment[]): Coin => {
  const satoshis = payments.reduce((sum, payment) => sum + payment.satoshis, 1_000n);
  const { txid } = world.devnet.node.fund(binToHex(lockingBytecodeOf(owner.publicKeyHash)), satoshis);
  return { txid, vout: 0, satoshis };
};

/**
 * Pays by hand, as a client that goes its own ways: from one coin of this wallet (a new one by default) to these
 * outputs in this order, the rest to the miners.
 *
 * @returns the hash
 */
export const payOutputs = async (world: World, from: Wallet, payments: readonly Payment[], { spend }: { readonly spend?: Coin } = {}): Promise<string> => {
  const coin = spend ?? newCoin(world, from, payments);
  const category = hexToBin(coin.txid);
  const outputs = payments.map(({ to, satoshis, state }): Output => ({
    lockingBytecode: scriptOf(to),
    valueSatoshis: satoshis,
    ...(state !== undefined && { token: { category, amount: 0n, nft: { capability: 'mutable', commitment: hexToBin(state) } } }),
  }));
  const input = { outpointTransactionHash: category, outpointIndex: coin.vout, sequenceNumber: 0, unlockingBytecode: utf8ToBin('') };
  const { signedTransactionHash } = await from.signTransaction({
    transaction: { version: 2, inputs: [input], outputs, locktime: 0 },
    sourceOutputs: [{ ...input, lockingBytecode: lockingBytecodeOf(from.publicKeyHash), valueSatoshis: coin.satoshis }],
  });
  return signedTransactionHash;
};
