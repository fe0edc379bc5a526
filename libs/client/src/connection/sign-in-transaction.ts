import { Difference, networkOf, readSignIn, requestToSign } from '@weir/verify';
import { isSameAddress } from '../shared/address.js';
import type { WcTransaction } from '../shared/amounts.js';
import { walletError, WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';

const ADDRESS_LINE = /^Address: .*\n/gm;

/** With its prefix, and nothing else. */
const ADDRESS = /^([a-z]+:)[0-9a-z]+$/;

const addressesIn = (text: string): readonly string[] =>
  (text.match(ADDRESS_LINE) ?? []).map((line) => line.slice('Address: '.length, -1));

const prefixOf = (address: string | undefined): string | undefined => ADDRESS.exec(address ?? '')?.[1];

const withoutAddresses = (text: string): string => text.replace(ADDRESS_LINE, '');

const NETWORK_LINE = /^Network: (\S+)$/m;

/**
 * Returns the request that signs these addresses in for their wallet, written again from what was read of it: wallets sign by its
 * transaction or by its source outputs, and show its prompt.
 *
 * @param message the text beside it, which was checked: the transaction must hold the same words
 * @throws WeirError UNEXPECTED_TRANSACTION where it does anything else
 */
export const signInRequestOf = (
  wcTransaction: WcTransaction,
  message: string,
  addresses: readonly string[],
): WcTransaction => {
  const unexpected = (cause?: unknown): WeirError =>
    new WeirError('UNEXPECTED_TRANSACTION', 'The service asks for another signature than one that signs in', { cause });
  const [first = ''] = addresses;
  const [, network = ''] = NETWORK_LINE.exec(message) ?? [];
  let words: string;
  let request: ReturnType<typeof requestToSign>;
  try {
    words = readSignIn(wcTransaction, addresses, networkOf(network, first));
    request = requestToSign(wcTransaction, message.split('\n', 1).join(''));
  } catch (error) {
    throw error instanceof Difference ? unexpected(error) : error;
  }
  const named = addressesIn(words);
  const prefix = prefixOf(addressesIn(message)[0]);
  const isIt =
    withoutAddresses(words) === withoutAddresses(message) &&
    named.length === addresses.length &&
    prefix !== undefined &&
    named.every((address) => prefixOf(address) === prefix) &&
    addresses.every((address, at) => isSameAddress(named[at] ?? '', address));
  if (!isIt) throw unexpected();
  return { ...(request as unknown as WcTransaction), broadcast: false };
};

/**
 * Has a wallet sign the transaction that signs its addresses in. Any other transaction is not shown to it.
 *
 * @returns the signed transaction, hex
 * @throws WeirError UNEXPECTED_TRANSACTION, WALLET_REFUSED or WALLET_FAILED
 */
export const signSignIn = async (
  wallet: Wallet,
  { message, wcTransaction }: { readonly message: string; readonly wcTransaction: WcTransaction },
  addresses: readonly string[],
): Promise<string> => {
  const request = signInRequestOf(wcTransaction, message, addresses);
  try {
    return (await wallet.signTransaction(request)).signedTransaction;
  } catch (cause) {
    throw walletError(cause, 'sign the transaction that signs in');
  }
};
