import { binToHex, encodeTransactionCommon, hexToBin, type Output } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { BaseParty } from './chain-base.js';
import type { Scripted } from './scripted.js';

const FEE = 10_000n;

/** Signs a transaction that spends a party's first coin for some outputs and returns the change to them. */
export const signSpend = async (
  name: string,
  { wallet, coins: [coin] }: BaseParty,
  outputs: readonly Output[],
): Promise<Scripted> => {
  if (coin === undefined) throw new Error('Spending takes a coin');
  const own = lockingBytecodeOf(wallet.publicKeyHash);
  const input = {
    outpointTransactionHash: hexToBin(coin.txid),
    outpointIndex: coin.vout,
    sequenceNumber: 0,
    unlockingBytecode: new Uint8Array(),
  };
  const left = outputs.reduce((rest, { valueSatoshis }) => rest - valueSatoshis, coin.satoshis - FEE);
  const transaction = binToHex(
    encodeTransactionCommon({
      version: 2,
      locktime: 0,
      inputs: [input],
      outputs: [{ lockingBytecode: own, valueSatoshis: left }, ...outputs],
    }),
  );
  const sourceOutputs = [{ ...input, lockingBytecode: own, valueSatoshis: coin.satoshis }];
  const { signedTransaction, signedTransactionHash } = await wallet.signTransaction({
    transaction,
    sourceOutputs,
    broadcast: false,
  });
  return { name, txid: signedTransactionHash, hex: signedTransaction, parent: undefined };
};
