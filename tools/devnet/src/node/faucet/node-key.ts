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

const valid = <Value>(value: Value | string): Value => {
  if (typeof value === 'string') throw new Error(value);
  return value;
};

/**
 * Length in bytes of a P2PKH unlocking bytecode: the pushes of a Schnorr signature with its hash type, and of the
 * key.
 */
export const unlockingLength = 1 + 65 + 1 + 33;

/** A key that anybody may know, since it guards play money. */
export interface OpenKey {
  /** Its P2PKH locking bytecode. */
  readonly lockingBytecode: Uint8Array;
  /** Signs all inputs (Schnorr, ALL | FORKID), each of which must spend an output of this key. */
  readonly signInputs: (transaction: TransactionCommon, sourceOutputs: Output[]) => TransactionCommon;
}

/** Derives a key from a text. */
export const openKey = (seed: string): OpenKey => {
  const privateKey = new Uint8Array(createHash('sha256').update(seed).digest());
  const publicKey = valid<Uint8Array>(secp256k1.derivePublicKeyCompressed(privateKey));
  const lockingBytecode = encodeLockingBytecodeP2pkh(hash160(publicKey));
  return {
    lockingBytecode,
    signInputs(transaction, sourceOutputs) {
      const signingSerializationType = Uint8Array.of(SigningSerializationTypeBch.allOutputs);
      const inputs = transaction.inputs.map((input, inputIndex) => {
        const serialization = generateSigningSerializationBch(
          { inputIndex, sourceOutputs, transaction },
          { coveredBytecode: lockingBytecode, signingSerializationType },
        );
        const signature = valid<Uint8Array>(secp256k1.signMessageHashSchnorr(privateKey, hash256(serialization)));
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
    },
  };
};

/** The key that the node mines to and spends from. */
export const { lockingBytecode: nodeLockingBytecode, signInputs } = openKey('devnet miner');
