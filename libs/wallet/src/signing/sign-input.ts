import {
  generateSigningSerializationBch,
  hash256,
  secp256k1,
  SigningSerializationType,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';

/** What a signature of an input commits to. */
export interface SigningContext {
  readonly transaction: TransactionCommon;
  /** In the order of the inputs. */
  readonly sourceOutputs: readonly Output[];
  readonly inputIndex: number;
}

/** ALL|UTXOS|FORKID, 0x61: what WalletConnect wallets sign with. */
const SIGHASH = SigningSerializationType.allOutputsAllUtxos;

/**
 * Signs an input with Schnorr.
 *
 * @returns the signature with its sighash byte, 65 bytes
 * @throws Error when the key is no private key
 */
export const signInput = (privateKey: Uint8Array, coveredBytecode: Uint8Array, context: SigningContext): Uint8Array => {
  const { inputIndex, sourceOutputs, transaction } = context;
  const serialization = generateSigningSerializationBch(
    { inputIndex, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode, signingSerializationType: Uint8Array.of(SIGHASH) },
  );
  const signature = secp256k1.signMessageHashSchnorr(privateKey, hash256(serialization));
  if (typeof signature === 'string') throw new Error(signature);
  return Uint8Array.of(...signature, SIGHASH);
};
