import { createHash } from 'node:crypto';
import {
  encodeLockingBytecodeP2pkh,
  generateSigningSerializationBch,
  hash160,
  hash256,
  secp256k1,
  SigningSerializationTypeBch,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';

const privateKey = new Uint8Array(createHash('sha256').update('devnet miner').digest());

const signed = <Value>(value: Value | string): Value => {
  if (typeof value === 'string') throw new Error(value);
  return value;
};

const publicKey = signed<Uint8Array>(secp256k1.derivePublicKeyCompressed(privateKey));

/** Where the node mines to: P2PKH of a key everybody may know, this being play money. */
export const nodeLockingBytecode = encodeLockingBytecodeP2pkh(hash160(publicKey));

/** Bytes of an unlocking bytecode: a Schnorr signature with its hash type, and the key, each behind a push. */
export const unlockingLength = 1 + 65 + 1 + 33;

/** Signs all inputs, every one of which spends an output of the node's own (Schnorr, ALL | FORKID). */
export const signInputs = (transaction: TransactionCommon, sourceOutputs: Output[]): TransactionCommon => {
  const signingSerializationType = Uint8Array.of(SigningSerializationTypeBch.allOutputs);
  const inputs = transaction.inputs.map((input, inputIndex) => {
    const serialization = generateSigningSerializationBch(
      { inputIndex, sourceOutputs, transaction },
      { coveredBytecode: nodeLockingBytecode, signingSerializationType },
    );
    const signature = signed<Uint8Array>(secp256k1.signMessageHashSchnorr(privateKey, hash256(serialization)));
    const unlockingBytecode = Uint8Array.of(
      signature.length + 1,
      ...signature,
      ...signingSerializationType,
      publicKey.length,
      ...publicKey,
    );
    return { ...input, unlockingBytecode };
  });
  return { ...transaction, inputs };
};
