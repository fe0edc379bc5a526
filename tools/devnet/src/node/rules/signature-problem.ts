import { isValidPublicKeyEncoding, isValidSignatureEncodingDER } from '@bitauth/libauth';

const schnorrLength = 64;
const forkId = 0x40;
const utxos = 0x20;
const anyoneCanPay = 0x80;
const modifiers = forkId | utxos | anyoneCanPay;
/** Half the group order, above which the S of a signature is not canonical. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const valueOfS = (der: Uint8Array): bigint => {
  const sLengthAt = 5 + (der[3] ?? 0);
  return BigInt(`0x${Buffer.from(der.subarray(sLengthAt + 1)).toString('hex')}`);
};

const hashTypeProblem = (hashType: number): string | undefined => {
  const base = hashType & ~modifiers;
  const isDefined = base >= 1 && base <= 3;
  const misusesUtxos = (hashType & utxos) !== 0 && (hashType & (forkId | anyoneCanPay)) !== forkId;
  if (!isDefined || misusesUtxos) return 'Signature hash type missing or not understood';
  return (hashType & forkId) === 0 ? 'Signature must use SIGHASH_FORKID' : undefined;
};

/** Returns what is wrong with the form of a signature without hash type; undefined if nothing is. */
export const rawSignatureProblem = (signature: Uint8Array): string | undefined => {
  if (signature.length === 0 || signature.length === schnorrLength) return undefined;
  if (!isValidSignatureEncodingDER(signature)) return 'Non-canonical DER signature';
  return valueOfS(signature) > highestS ? 'Non-canonical signature: S value is unnecessarily high' : undefined;
};

/** Returns what is wrong with the form of a signature with its hash type; undefined if nothing is. */
export const transactionSignatureProblem = (signature: Uint8Array): string | undefined =>
  signature.length === 0
    ? undefined
    : (rawSignatureProblem(signature.subarray(0, -1)) ?? hashTypeProblem(signature.at(-1) ?? 0));

export const publicKeyProblem = (publicKey: Uint8Array): string | undefined =>
  isValidPublicKeyEncoding(publicKey) ? undefined : 'Public key is neither compressed or uncompressed';
