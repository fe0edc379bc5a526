import { encodeLockingBytecodeP2pkh, generateSigningSerializationBch, hash256, secp256k1, SigningSerializationType } from '@bitauth/libauth';
import type { TransactionCommon } from '@bitauth/libauth';
import type { KeyPair } from './key-pair.js';
import type { SigningRequest, SourceOutput } from './wc-transaction.js';

/** ALL | UTXOS | FORKID: what wallets of the convention sign with. */
const SIGHASH = SigningSerializationType.allOutputsAllUtxos;
const SIGNATURE_SLOT = Uint8Array.of(65, ...new Uint8Array(65));
const KEY_SLOT = Uint8Array.of(33, ...new Uint8Array(33));

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

const sign = (key: KeyPair, { transaction, sourceOutputs }: Pick<SigningRequest, 'transaction' | 'sourceOutputs'>, inputIndex: number, coveredBytecode: Uint8Array): Uint8Array => {
  const preimage = generateSigningSerializationBch(
    { inputIndex, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode, signingSerializationType: Uint8Array.of(SIGHASH) },
  );
  const signature = secp256k1.signMessageHashSchnorr(key.privateKey, hash256(preimage));
  if (typeof signature === 'string') throw new Error(signature);
  return Uint8Array.of(...signature, SIGHASH);
};

/** Position of a run of bytes, or -1. */
const find = (bytes: Uint8Array, run: Uint8Array): number => {
  for (let start = 0; start + run.length <= bytes.length; start += 1) {
    if (run.every((byte, i) => byte === bytes[start + i])) return start;
  }
  return -1;
};

/** Fills the first slot only, as wallets do. */
const fill = (bytecode: Uint8Array, slot: Uint8Array, content: () => Uint8Array): Uint8Array => {
  const at = find(bytecode, slot);
  if (at < 0) return bytecode;
  const data = content();
  return Uint8Array.of(...bytecode.slice(0, at), data.length, ...data, ...bytecode.slice(at + slot.length));
};

/**
 * The unlocking bytecode of one input after this wallet has done its part: its own P2PKH coin signed, the slots of a
 * contract input filled (the first of each), everything else as it came.
 */
export const unlockInput = (key: KeyPair, request: SigningRequest, inputIndex: number, source: SourceOutput, transaction: TransactionCommon): Uint8Array => {
  const given = transaction.inputs[inputIndex]?.unlockingBytecode ?? new Uint8Array();
  const { contract } = source;
  if (contract?.artifact.contractName !== undefined) {
    const signed = fill(given, SIGNATURE_SLOT, () => sign(key, request, inputIndex, contract.redeemScript));
    return fill(signed, KEY_SLOT, () => key.publicKey);
  }
  const own = encodeLockingBytecodeP2pkh(key.publicKeyHash);
  if (given.length > 0 || !sameBytes(source.lockingBytecode, own)) return given;
  const signature = sign(key, request, inputIndex, own);
  return Uint8Array.of(signature.length, ...signature, key.publicKey.length, ...key.publicKey);
};
