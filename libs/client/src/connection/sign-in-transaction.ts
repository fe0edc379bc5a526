import { isSameAddress } from '../shared/address.js';
import type { WcTransaction } from '../shared/amounts.js';
import { walletError, WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Encodes a number as little-endian bytes, hex. */
const littleEndian = (value: number, length: number): string =>
  hexOf(Uint8Array.from({ length }, (_, at) => (value / 256 ** at) & 0xff));

const compactSize = (value: number): string => (value < 0xfd ? littleEndian(value, 1) : `fd${littleEndian(value, 2)}`);

/** Encodes the length of a push, of more than 75 bytes with its opcode before it. */
const pushSize = (length: number): string => {
  if (length <= 75) return littleEndian(length, 1);
  return length <= 0xff ? `4c${littleEndian(length, 1)}` : `4d${littleEndian(length, 2)}`;
};

/**
 * Encodes the transaction that signs in with a text: it spends outputs of a transaction whose hash is the SHA-256 of
 * the text, which none has, and holds nothing but the text. So it can never be sent.
 */
const encodeSignIn = async (text: Uint8Array<ArrayBuffer>, count: number): Promise<string> => {
  // Browsers withhold it from pages without TLS.
  const subtle = Reflect.get(crypto, 'subtle') as (typeof crypto)['subtle'] | undefined;
  if (subtle === undefined)
    throw new WeirError('WALLET_REQUIRED', 'A page without TLS cannot check a sign-in: use https, or another wallet');
  const hash = hexOf(new Uint8Array(await subtle.digest('SHA-256', text)).reverse());
  const inputs = Array.from({ length: count }, (_, index) => `${hash}${littleEndian(index, 4)}00ffffffff`).join('');
  const script = `6a${pushSize(text.length)}${hexOf(text)}`;
  return [
    `02000000${compactSize(count)}${inputs}`,
    `01${'00'.repeat(8)}${compactSize(script.length / 2)}${script}`,
    '00000000',
  ].join('');
};

const BEGIN = hexOf(new TextEncoder().encode('Sign in to '));
const ADDRESS_LINE = /^Address: .*\n/gm;

/** With its prefix, and nothing else. */
const ADDRESS = /^([a-z]+:)[0-9a-z]+$/;

const addressesIn = (text: string): readonly string[] =>
  (text.match(ADDRESS_LINE) ?? []).map((line) => line.slice('Address: '.length, -1));

const prefixOf = (address: string | undefined): string | undefined => ADDRESS.exec(address ?? '')?.[1];

const withoutAddresses = (text: string): string => text.replace(ADDRESS_LINE, '');

/**
 * Whether a transaction does nothing but sign these addresses in, by the same words as the message beside it, which
 * was checked.
 *
 * @param transaction unsigned, hex
 */
export const isSignIn = async (
  transaction: string,
  message: string,
  addresses: readonly string[],
): Promise<boolean> => {
  const text = bytesOf(transaction.slice(Math.max(transaction.indexOf(BEGIN), 0), -8));
  if ((await encodeSignIn(text, addresses.length)) !== transaction) return false;
  const words = new TextDecoder().decode(text);
  const named = addressesIn(words);
  const prefix = prefixOf(addressesIn(message)[0]);
  return (
    withoutAddresses(words) === withoutAddresses(message) &&
    named.length === addresses.length &&
    prefix !== undefined &&
    named.every((address) => prefixOf(address) === prefix) &&
    addresses.every((address, at) => isSameAddress(named[at] ?? '', address))
  );
};

/**
 * Has a wallet sign the transaction that signs its addresses in. Any other transaction is not shown to it.
 *
 * @returns the signed transaction, hex
 * @throws WeirError UNEXPECTED_TRANSACTION, WALLET_REQUIRED, WALLET_REFUSED or WALLET_FAILED
 */
export const signSignIn = async (
  wallet: Wallet,
  { message, wcTransaction }: { readonly message: string; readonly wcTransaction: WcTransaction },
  addresses: readonly string[],
): Promise<string> => {
  if (!(await isSignIn(wcTransaction.transaction, message, addresses)))
    throw new WeirError('UNEXPECTED_TRANSACTION', 'The service asks for another signature than one that signs in');
  try {
    return (await wallet.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction;
  } catch (cause) {
    throw walletError(cause, 'sign the transaction that signs in');
  }
};
