import createClient from 'openapi-fetch';
import { MAX_ADDRESSES } from '@weir/kinds';
import { askPatiently, type Sent } from './connection/ask.js';
import {
  addressesOf,
  addressOf,
  type Connection,
  type ConnectionOptions,
  walletRequired,
} from './connection/connection.js';
import type { Session } from './connection/session.js';
import { createSessions } from './connection/sign-in.js';
import type { paths } from './generated/api.js';
import { loadWithWallet } from './moves/load-with-wallet.js';
import { isSameAddress } from './shared/address.js';
import { isWeirError, WeirError } from './shared/error.js';
import { loadChecks } from './signing/load-checks.js';

/** Names the acting address first, then the others of its wallet, whose coins may be spent and whose roles count too. */
const callerOf = (address: string, own: readonly string[]): string =>
  [address, ...own.filter((each) => !isSameAddress(each, address))].slice(0, MAX_ADDRESSES).join();

/**
 * Makes a random key. Not by `randomUUID`, which browsers withhold from pages without TLS, such as those of a machine
 * in one's own network.
 */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const CALLER_HEADER = 'x-user-address';

/** Makes the refusal of a caller's address name the field that it came from: callers of this client see no headers. */
const namedAs = (field: string, { code, message, status = 400, requestId, details }: WeirError): WeirError =>
  new WeirError(code, message.replace(`The header ${CALLER_HEADER}`, field), {
    status,
    requestId,
    details: { ...details, field },
  });

/** Creates the connection to an API. Nothing is sent. */
export const createConnection = ({
  wallet: own,
  fetch,
  maySignIn = () => true,
  sessions: store,
  ...options
}: ConnectionOptions): Connection => {
  const { baseUrl } = options;
  const api = createClient<paths>({ baseUrl, ...(fetch !== undefined && { fetch }) });
  const sessions = createSessions(
    api,
    async (address, message) => {
      const { checkSignIn } = await loadChecks();
      await checkSignIn(connection, address, message);
    },
    async () => (await loadWithWallet()).prove,
    store,
  );

  const ask: Connection['ask'] = async (send, options = {}) => {
    const { wallet, signal, isProven = false, isRepeatable = true, timeoutMs } = options;
    const own: readonly string[] = wallet === undefined ? [] : await addressesOf(wallet);
    const address = options.address ?? own.at(0);
    // The same key however often it is sent, even where a sign-in comes between.
    const key = isRepeatable ? undefined : randomKey();
    const sendAs = (session: Session | undefined) => {
      const headers: Sent['headers'] = {
        ...(address !== undefined && { [CALLER_HEADER]: callerOf(address, session?.addresses ?? own) }),
        ...(session !== undefined && { authorization: `Bearer ${session.bearer}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      return askPatiently(send, { headers, ...(signal !== undefined && { signal }) }, true, timeoutMs);
    };
    const prove = async () =>
      wallet === undefined || address === undefined ? undefined : sessions.signIn(wallet, address, signal);
    const current = address === undefined ? undefined : sessions.current(address);
    try {
      return await sendAs(current ?? (isProven && maySignIn() ? await prove() : undefined));
    } catch (error) {
      if (isWeirError(error, 'INVALID_ADDRESS') && error.details.field === CALLER_HEADER)
        throw namedAs(options.addressField ?? 'address', error);
      if (!isWeirError(error, 'CALLER_REQUIRED', 'TOKEN_EXPIRED', 'TOKEN_INVALID')) throw error;
      if (address !== undefined) sessions.drop(address);
      if (wallet !== undefined && !maySignIn()) throw error;
      const session = await prove();
      // The API's own text is about headers, which callers of this client never see.
      if (session === undefined) throw walletRequired(error);
      return sendAs(session);
    }
  };

  const connection: Connection = {
    ...options,
    api,
    requested: new Map(),
    fetch: (request) => (fetch ?? globalThis.fetch)(request),
    wallet: own,
    ask,
    async signIn({ wallet = own, address, signal }) {
      if (wallet === undefined) throw walletRequired();
      const caller = address ?? (await addressOf(wallet));
      return sessions.current(caller) ?? sessions.signIn(wallet, caller, signal);
    },
    isSignedIn: (address) => sessions.current(address) !== undefined,
    signOut: (address) => sessions.drop(address),
  };
  return connection;
};
