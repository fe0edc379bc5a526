import { encodeTransaction, getDustThreshold, hexToBin, type Input, type Output } from '@bitauth/libauth';
import { decodeTransaction, type Transaction } from '../primitives/transaction.js';
import { nodeLockingBytecode, signInputs, unlockingLength } from './node-key.js';

/** A coin of the node's own key. */
export interface OwnCoin {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
}

const inputOf = ({ txid, vout }: OwnCoin): Input => ({
  outpointTransactionHash: hexToBin(txid),
  outpointIndex: vout,
  sequenceNumber: 0xffff_ffff,
  unlockingBytecode: new Uint8Array(unlockingLength),
});

const unsigned = (coins: readonly OwnCoin[], outputs: Output[]) => ({
  version: 2,
  locktime: 0,
  inputs: coins.map(inputOf),
  outputs,
});

const ownOutput = (valueSatoshis: bigint): Output => ({ lockingBytecode: nodeLockingBytecode, valueSatoshis });

/** Satoshis a payment from so many coins costs, one a byte, its change output apart. */
export const feeOf = (coins: readonly OwnCoin[], outputs: Output[]): bigint =>
  BigInt(encodeTransaction(unsigned(coins, outputs)).length);

/**
 * A signed payment from the node's own coins, which must cover outputs and fee. What is left comes back as the last
 * output, unless it would be dust.
 */
export const pay = (coins: readonly OwnCoin[], outputs: Output[]): Transaction => {
  const given = coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const paid = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const change = given - paid - feeOf(coins, [...outputs, ownOutput(0n)]);
  const complete = change >= getDustThreshold(ownOutput(0n)) ? [...outputs, ownOutput(change)] : outputs;
  const sourceOutputs = coins.map(({ satoshis }) => ownOutput(satoshis));
  const transaction = decodeTransaction(encodeTransaction(signInputs(unsigned(coins, complete), sourceOutputs)));
  if (transaction === undefined) throw new Error('A payment did not decode.');
  return transaction;
};
