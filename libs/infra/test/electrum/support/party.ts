import { binToHex, encodeTransactionCommon, hexToBin, type Output } from '@bitauth/libauth';
import { lockingBytecodeOf, type Outpoint } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet } from '@weir/wallet';

/** Somebody with a key and coins on a devnet. */
export interface Party {
  readonly lockingBytecode: Uint8Array;
  /** Pays the party; the payment is in the mempool. */
  fund(satoshis?: bigint): Outpoint;
  /** A signed payment of its own coins to locking bytecodes, in order; itself by default. */
  pay(
    coins: readonly Outpoint[],
    outputs?: readonly { readonly to?: Uint8Array; readonly satoshis: bigint }[],
  ): Promise<string>;
  /** Spends a coin to itself, 400 satoshis going to the miner, and hands it to the node. */
  move(coin: Outpoint): Promise<Outpoint>;
}

const FEE = 400n;

export const createParty = (node: ChainNode, name: string): Party => {
  const wallet = createWallet({ privateKey: name });
  const lockingBytecode = lockingBytecodeOf(wallet.publicKeyHash);

  const valueOf = ({ txid, vout }: Outpoint): bigint => {
    const output = node.transaction(txid)?.outputs[vout];
    if (output === undefined) throw new Error(`There is no output ${txid}:${vout}`);
    return output.satoshis;
  };
  const pay: Party['pay'] = async (coins, outputs) => {
    const total = coins.reduce((sum, coin) => sum + valueOf(coin), 0n);
    const inputs = coins.map(({ txid, vout }) => ({
      outpointTransactionHash: hexToBin(txid),
      outpointIndex: vout,
      sequenceNumber: 0,
      unlockingBytecode: new Uint8Array(0),
    }));
    const paid = (outputs ?? [{ satoshis: total - FEE }]).map(({ to, satoshis }): Output => ({
      lockingBytecode: to ?? lockingBytecode,
      valueSatoshis: satoshis,
    }));
    const transaction = binToHex(encodeTransactionCommon({ version: 2, locktime: 0, inputs, outputs: paid }));
    const sourceOutputs = inputs.map((input, i) => ({
      ...input,
      lockingBytecode,
      valueSatoshis: valueOf(coins[i] ?? { txid: '', vout: 0 }),
    }));
    return (await wallet.signTransaction({ transaction, sourceOutputs, broadcast: false })).signedTransaction;
  };
  return {
    lockingBytecode,
    fund(satoshis = 100_000n) {
      const locking = binToHex(lockingBytecode);
      const { txid, outputs } = node.fund(locking, satoshis);
      return { txid, vout: outputs.findIndex((output) => output.lockingBytecode === locking) };
    },
    pay,
    async move(coin) {
      return { txid: node.submit(await pay([coin])), vout: 0 };
    },
  };
};
