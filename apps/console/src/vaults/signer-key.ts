import { signMessage, WeirError, type Wallet } from '@weir/client';
import { bytesToHex } from '../format/identifiers.js';

/** A signer's address and public key, given to the person who opens a vault. */
export interface SignerKey {
  readonly address: string;
  /** Compressed, hex. */
  readonly publicKey: string;
}

const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/i;

export const isPublicKey = (text: string): boolean => PUBLIC_KEY.test(text.trim());

/** Parses a line of an address and a key in any order and wrapping; undefined where it is none. */
export const readSigner = (text: string): SignerKey | undefined => {
  const parts = text.trim().split(/[\s,;]+/);
  const publicKey = parts.find(isPublicKey);
  const address = parts.find((part) => !isPublicKey(part));
  return parts.length === 2 && publicKey !== undefined && address !== undefined
    ? { address, publicKey: publicKey.toLowerCase() }
    : undefined;
};

const MAGIC = 'Bitcoin Signed Message:\n';
/** Header bytes of recoverable signatures: 27 to 30 by uncompressed keys, 31 to 34 by compressed ones. */
const HEADERS = { first: 27, compressed: 31, last: 34 };
const SIGNATURE_LENGTH = 65;
/** Lengths below this are encoded in one byte. */
const ONE_BYTE_LENGTH = 253;

const withLength = (text: string): readonly number[] => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length >= ONE_BYTE_LENGTH) throw new RangeError('Longer texts are not signed here');
  return [bytes.length, ...bytes];
};

/**
 * Recovers the public key that signed a text (Bitcoin Signed Message).
 *
 * @param signature 65 bytes, base64
 * @returns compressed, hex
 * @throws Error where it is not such a signature
 */
export const signingKeyOf = async (message: string, signature: string): Promise<string> => {
  const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
  const [header = 0] = bytes;
  if (bytes.length !== SIGNATURE_LENGTH || header < HEADERS.first || header > HEADERS.last)
    throw new WeirError(
      'WALLET_ANSWER_UNUSABLE',
      'The wallet answered no recoverable signature: its public key is unknown',
    );
  // Pure JavaScript: the policy of pages on mainnet permits no WebAssembly.
  const [{ secp256k1 }, { sha256 }] = await Promise.all([
    import('@noble/curves/secp256k1'),
    import('@noble/hashes/sha2'),
  ]);
  const hash = sha256(sha256(Uint8Array.from([...withLength(MAGIC), ...withLength(message)])));
  const recovery = (header - HEADERS.first) % (HEADERS.compressed - HEADERS.first);
  const point = secp256k1.Signature.fromCompact(bytes.slice(1)).addRecoveryBit(recovery).recoverPublicKey(hash);
  return bytesToHex(point.toRawBytes(true));
};

/** Returns the text that a wallet signs to reveal its key; it says what the signature is for. */
const wordsFor = (address: string): string => `Weir: this shows my public key, to be a signer of a vault.\n${address}`;

/**
 * Returns a wallet's public key, which most wallets reveal only by signing. @throws Error where the wallet can do neither, and
 * each error of the wallet
 */
export const signerKeyOf = async (wallet: Wallet, address: string): Promise<SignerKey> => {
  if (wallet.getPublicKey !== undefined) return { address, publicKey: await wallet.getPublicKey(address) };
  const words = wordsFor(address);
  return { address, publicKey: await signingKeyOf(words, await signMessage(wallet, words, 'shows its key')) };
};
