import { createHash } from 'node:crypto';
import {
  assertSuccess,
  type CompilationContextBch,
  encodeLockingBytecodeP2pkh,
  encodeTransaction,
  generateSigningSerializationBch,
  getDustThreshold,
  hash160,
  hash256,
  type Input,
  type Output,
  secp256k1,
  SigningSerializationTypeBch,
  type TransactionCommon,
} from '@bitauth/libauth';
import { fromHex } from '../primitives/hash.js';
import { decodeTransaction, type Transaction } from '../primitives/transaction.js';

/**
 * Length in bytes of a P2PKH unlocking bytecode: the pushes of a Schnorr signature with its hash type, and of the
 * key.
 */
export const unlockingLength = 1 + 65 + 1 + 33;

/** A key that anybody may know, since it guards play money. */
interface OpenKey {
  readonly publicKey: Uint8Array;
  /** Its P2PKH locking bytecode. */
  readonly lockingBytecode: Uint8Array;
  /** Signs an input that spends an output of this key (Schnorr, ALL | FORKID). Returns its unlocking bytecode. */
  readonly signInput: (context: CompilationContextBch) => Uint8Array;
  /** Signs all inputs, each of which must spend an output of this key. */
  readonly signInputs: (transaction: TransactionCommon, sourceOutputs: Output[]) => TransactionCommon;
}

/** Derives a key from a text. */
export const openKey = (seed: string): OpenKey => {
  const privateKey = new Uint8Array(createHash('sha256').update(seed).digest());
  const publicKey = assertSuccess(secp256k1.derivePublicKeyCompressed(privateKey));
  const lockingBytecode = encodeLockingBytecodeP2pkh(hash160(publicKey));
  const type = SigningSerializationTypeBch.allOutputs;
  const covered = { coveredBytecode: lockingBytecode, signingSerializationType: Uint8Array.of(type) };
  const signInput = (context: CompilationContextBch): Uint8Array => {
    const digest = hash256(generateSigningSerializationBch(context, covered));
    const signature = assertSuccess(secp256k1.signMessageHashSchnorr(privateKey, digest));
    return Uint8Array.of(signature.length + 1, ...signature, type, publicKey.length, ...publicKey);
  };
  return {
    publicKey,
    lockingBytecode,
    signInput,
    signInputs: (transaction, sourceOutputs) => ({
      ...transaction,
      inputs: transaction.inputs.map((input, inputIndex) => ({
        ...input,
        unlockingBytecode: signInput({ inputIndex, sourceOutputs, transaction }),
      })),
    }),
  };
};

/** The key that the node mines to and spends from. */
export const { lockingBytecode: nodeLockingBytecode, signInputs } = openKey('devnet miner');

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
