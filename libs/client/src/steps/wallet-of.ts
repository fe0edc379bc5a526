import type { Send } from '../connection/ask.js';
import { addressOf, type AskOptions, type Connection, walletRequired } from '../connection/connection.js';
import type { Exact } from '../shared/amounts.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/**
 * Returns the wallet given to a method, or the client's own.
 *
 * @throws WeirError WALLET_REQUIRED
 */
export const walletOf = ({ wallet: own }: Connection, given: Wallet | undefined): Wallet => {
  const wallet = given ?? own;
  if (wallet === undefined) throw walletRequired();
  return wallet;
};

/**
 * Returns who creates a record: the wallet given, else the client's; without any, the party that the terms name,
 * which servers in header mode accept.
 */
export const creatorOf = async (
  connection: Connection,
  given: Wallet | undefined,
  named: string | null | undefined,
  { signal, addressField = 'sender' }: AbortOptions & Pick<AskOptions, 'addressField'> = {},
): Promise<AskOptions> => {
  const wallet = given ?? connection.wallet;
  const party = named ?? undefined;
  const address = wallet === undefined ? party : await addressOf(wallet, party);
  // The idempotency key that this sends keeps a repeated request from creating a second record.
  return { wallet, address, addressField, signal, isRepeatable: false };
};

/** Returns who asks: everything about a vault needs a caller, the wallet given or else the client's. */
export const memberOf = async (
  connection: Connection,
  given: Wallet | undefined,
  signal?: AbortSignal,
): Promise<AskOptions & { readonly wallet: Wallet }> => {
  const wallet = walletOf(connection, given);
  return { wallet, address: await addressOf(wallet), signal };
};

/** Creates the `ask` of members. @param always options of every request */
export const createMemberAsk =
  (connection: Connection, always: AskOptions = {}) =>
  async <Data>(
    given: Wallet | undefined,
    options: AbortOptions | undefined,
    send: Send<Data>,
    more: AskOptions = {},
  ): Promise<Exact<Data>> =>
    connection.ask(send, { ...(await memberOf(connection, given, options?.signal)), ...always, ...more });
