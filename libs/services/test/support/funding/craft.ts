import { binToHex, hexToBin, type Output } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { ChainNode, NodeTransaction } from '@weir/devnet';
import type { Wallet } from '@weir/wallet';

/** Left to the miners. */
const FEE = 5_000n;

/** An output of a wallet, tokens included. */
export interface OwnCoin {
  readonly txid: string;
  readonly vout: number;
}

export const scriptOf = ({ publicKeyHash }: Wallet): Uint8Array => lockingBytecodeOf(publicKeyHash);

export const firstOf = ({ txid }: NodeTransaction): OwnCoin => ({ txid, vout: 0 });

/** A new plain coin of a wallet, with index 0: what a category can be made of. */
export const newCoin = (node: ChainNode, wallet: Wallet, satoshis: bigint): OwnCoin =>
  firstOf(node.fund(binToHex(scriptOf(wallet)), satoshis));

/**
 * Spends these coins of a wallet to these outputs, the satoshis left back to it: what anybody can do by hand. Tokens left are burned.
 *
 * @returns the hash
 */
export const spend = async (
  node: ChainNode,
  wallet: Wallet,
  coins: readonly OwnCoin[],
  outputs: readonly Output[],
): Promise<string> => {
  const sources = coins.map(({ txid, vout }) => {
    const output = node.output(txid, vout);
    if (output === undefined) throw new Error(`There is no coin ${txid}:${vout}`);
    const { token } = output;
    return {
      outpointTransactionHash: hexToBin(txid),
      outpointIndex: vout,
      sequenceNumber: 0,
      unlockingBytecode: new Uint8Array(),
      lockingBytecode: scriptOf(wallet),
      valueSatoshis: output.satoshis,
      ...(token !== undefined && {
        token: {
          category: hexToBin(token.category),
          amount: token.amount,
          ...(token.nft !== undefined && {
            nft: { capability: token.nft.capability, commitment: hexToBin(token.nft.commitment) },
          }),
        },
      }),
    };
  });
  const sum = (all: readonly { readonly valueSatoshis: bigint }[]): bigint =>
    all.reduce((total, { valueSatoshis }) => total + valueSatoshis, 0n);
  const rest = { lockingBytecode: scriptOf(wallet), valueSatoshis: sum(sources) - sum(outputs) - FEE };
  const transaction = { version: 2, inputs: sources, outputs: [...outputs, rest], locktime: 0 };
  const signed = await wallet.signTransaction({ transaction, sourceOutputs: sources, broadcast: false });
  node.submit(signed.signedTransaction);
  return signed.signedTransactionHash;
};
