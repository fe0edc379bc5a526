import { binToHex, cashAddressToLockingBytecode, hexToBin, type Output, utf8ToBin } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';

/** Fee of each payment, satoshis. */
const FEE = 1_000n;

/**
 * A payment to a wallet or an address; with `state`, of a new category's mutable NFT with some units, one by default.
 */
export interface Payment {
  /** A locking bytecode where it is bytes. */
  readonly to: Wallet | string | Uint8Array;
  readonly satoshis: bigint;
  readonly state?: string;
  readonly units?: bigint;
}

const scriptOf = (to: Payment['to']): Uint8Array => {
  if (to instanceof Uint8Array) return to;
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

const newCoin = (fixture: Fixture, owner: Wallet, satoshis: bigint): Coin => {
  const { txid } = fixture.devnet.node.fund(binToHex(lockingBytecodeOf(owner.publicKeyHash)), satoshis);
  return { txid, vout: 0, satoshis };
};

/**
 * Pays by hand, as a client with its own software would: from one coin of the wallet per payment (new ones by default,
 * with index 0) to these outputs in this order, the rest as fee.
 *
 * @returns the hash
 */
export const payOutputs = async (
  fixture: Fixture,
  from: Wallet,
  payments: readonly Payment[],
  { spend }: { readonly spend?: Coin } = {},
): Promise<string> => {
  const coins = spend === undefined ? payments.map(({ satoshis }) => newCoin(fixture, from, satoshis + FEE)) : [spend];
  const lockingBytecode = lockingBytecodeOf(from.publicKeyHash);
  const sources = coins.map(({ txid, vout, satoshis }) => ({
    outpointTransactionHash: hexToBin(txid),
    outpointIndex: vout,
    sequenceNumber: 0,
    unlockingBytecode: utf8ToBin(''),
    lockingBytecode,
    valueSatoshis: satoshis,
  }));
  const outputs = payments.map(({ to, satoshis, state, units = 1n }, index): Output => {
    const category = sources[index]?.outpointTransactionHash;
    const isState = state !== undefined && category !== undefined;
    return {
      lockingBytecode: scriptOf(to),
      valueSatoshis: satoshis,
      ...(isState && {
        token: { category, amount: units, nft: { capability: 'mutable', commitment: hexToBin(state) } },
      }),
    };
  });
  const transaction = { version: 2, inputs: sources, outputs, locktime: 0 };
  return (await from.signTransaction({ transaction, sourceOutputs: sources })).signedTransactionHash;
};

/** A coin as `blockchain.address.listunspent` returns it. */
interface Unspent {
  readonly tx_hash: string;
  readonly tx_pos: number;
  readonly value: number;
}

/** Spends every coin of a wallet, to another one. */
export const emptyWallet = async (fixture: Fixture, wallet: Wallet): Promise<void> => {
  const elsewhere = fixture.wallet();
  const coins = (await fixture.control.call('blockchain.address.listunspent', wallet.address)) as readonly Unspent[];
  for (const { tx_hash: txid, tx_pos: vout, value } of coins) {
    const satoshis = BigInt(value);
    await payOutputs(fixture, wallet, [{ to: elsewhere, satoshis: satoshis > 2_000n ? satoshis - 1_000n : 546n }], {
      spend: { txid, vout, satoshis },
    });
  }
};
