import { encodeTransaction, getDustThreshold, type Input, type Output } from '@bitauth/libauth';
import { fromHex } from '../primitives/hex.js';
import { decodeTransaction, type Transaction } from '../primitives/transaction.js';
import { nodeLockingBytecode, signInputs, unlockingLength } from './node-key.js';

/** A coin of the node's own key. */
export interface OwnCoin {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
}

const inputOf = ({ txid, vout }: OwnCoin): Input => ({
  outpointTransactionHash: fromHex(txid),
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

/**
 * Returns the fee for a number of bytes in satoshis: 1 per byte, or the relay fee if that is higher.
 * @param relayFee satoshis for 1,000 bytes
 */
export const costOf = (bytes: bigint, relayFee: bigint): bigint =>
  relayFee > 1_000n ? (bytes * relayFee + 999n) / 1_000n : bytes;

/** Returns the fee in satoshis of a payment from these coins without a change output. */
export const feeOf = (coins: readonly OwnCoin[], outputs: Output[], relayFee: bigint): bigint =>
  costOf(BigInt(encodeTransaction(unsigned(coins, outputs)).length), relayFee);

/**
 * Builds a signed payment from the node's own coins, which must cover outputs and fee. The change is the last output,
 * and is left out if it would be dust.
 */
export const pay = (coins: readonly OwnCoin[], outputs: Output[], relayFee: bigint): Transaction => {
  const given = coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const paid = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const change = given - paid - feeOf(coins, [...outputs, ownOutput(0n)], relayFee);
  const complete = change >= getDustThreshold(ownOutput(0n)) ? [...outputs, ownOutput(change)] : outputs;
  const sourceOutputs = coins.map(({ satoshis }) => ownOutput(satoshis));
  const transaction = decodeTransaction(encodeTransaction(signInputs(unsigned(coins, complete), sourceOutputs)));
  if (transaction === undefined) throw new Error('A payment did not decode.');
  return transaction;
};
