import { MAX_ADDRESSES } from '@weir/kinds';
import type { SummaryWords } from '@weir/verify';
import { isSameAddress } from '../shared/address.js';
import type { Exact } from '../shared/amounts.js';
import { walletError, WeirError } from '../shared/error.js';
import type { RequestedTerms } from '../shared/requested-terms.js';
import type { OnReview } from '../shared/review.js';
import type { Wallet } from '../wallet.js';
import type { Api, Send } from './ask.js';
import type { Session, SessionStore } from './session.js';

/** Options of a client. */
export interface ConnectionOptions {
  /** Address of the API: `https://api.example`. */
  readonly baseUrl: string;
  /** Acts where a call names no other wallet. */
  readonly wallet?: Wallet;
  /** Address of the dev kit of a local stack; by default, for an API on this machine, `http://127.0.0.1:3003/dev`. */
  readonly devUrl?: string;
  /** Shows what would be signed, before any wallet is asked; see `VerbOptions`. */
  readonly onReview?: OnReview;
  /** The language of reviews, and of what wallets show of them; English by default. See `SummaryWords` of `@weir/verify`. */
  readonly reviewWords?: SummaryWords;
  /**
   * The domain that messages to sign in must name; by default the host of the API or of the page that this runs in, or a
   * domain above or below one of them.
   */
  readonly signInDomain?: string;
  /**
   * Whether a request may ask the wallet to sign in now; by default always. Where not, a request that needs a proof of the caller
   * fails with CALLER_REQUIRED, until `signIn` was called. Pages use it so that no wallet opens without a press.
   */
  readonly maySignIn?: () => boolean;
  /** Keeps sessions over reloads; by default each client begins without any. */
  readonly sessions?: SessionStore;
  /** By default the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Who makes a request, and what aborts it. */
export interface AskOptions {
  /** The wallet that proves the caller, where the service wants a proof. */
  readonly wallet?: Wallet | undefined;
  /** The caller: one of the wallet's addresses, by default its first; without a wallet, the address to name. */
  readonly address?: string | undefined;
  /** What the caller of this client calls that address: a refusal of it names this field. Default `address`. */
  readonly addressField?: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether to prove the caller before the request: for answers that only proven callers get. */
  readonly isProven?: boolean;
  /**
   * Whether sending the request twice has the effect of sending it once; default true. Anything else, such as a
   * creation, is sent with an idempotency key that makes it so.
   */
  readonly isRepeatable?: boolean;
  /** Longest wait for an answer, milliseconds; 0 for no limit. Default a minute. */
  readonly timeoutMs?: number;
}

/** The connection to one API, which all methods share. */
export interface Connection extends Pick<
  ConnectionOptions,
  'baseUrl' | 'devUrl' | 'signInDomain' | 'onReview' | 'reviewWords'
> {
  readonly api: Api;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Acts where a call names no other wallet. */
  readonly wallet: Wallet | undefined;
  /** What the caller requested: what is signed for it must agree. */
  readonly requested: RequestedTerms;
  /**
   * Sends a request until it is answered, signed in where needed.
   *
   * @throws WeirError, or the signal's reason
   */
  readonly ask: <Data>(send: Send<Data>, options?: AskOptions) => Promise<Exact<Data>>;
  /**
   * Signs in ahead of need, at a moment that suits the user.
   *
   * @throws WeirError WALLET_REQUIRED, WALLET_REFUSED or WALLET_FAILED; or the signal's reason
   */
  readonly signIn: (options: {
    readonly wallet?: Wallet;
    readonly address?: string;
    readonly signal?: AbortSignal;
  }) => Promise<Session>;
  /** Returns whether an address has signed in, and the service still accepts it. */
  readonly isSignedIn: (address: string) => boolean;
  /** Forgets the session of an address, as when its wallet is disconnected. */
  readonly signOut: (address: string) => void;
}

/** Makes the error of a call that needs a wallet, where neither it nor the client has one. */
export const walletRequired = (cause?: unknown): WeirError =>
  new WeirError('WALLET_REQUIRED', 'No wallet given: pass one to the call or to the client', { cause });

const failedToList = (cause: unknown): never => {
  throw walletError(cause, 'list its addresses');
};

/**
 * Returns all addresses of a wallet, at least one.
 *
 * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
 */
export const addressesOf = async (wallet: Wallet): Promise<readonly [string, ...string[]]> => {
  const [first, ...others] = await wallet.getAddresses().catch(failedToList);
  if (first === undefined) throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet has no address');
  return [first, ...others];
};

/**
 * Returns the address that a wallet acts by.
 *
 * @param party who must act: their address is returned where it is one of the wallet's, else the wallet's first
 * @throws WeirError WALLET_REQUIRED, WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
 */
export const addressOf = async (wallet: Wallet | undefined, party?: string): Promise<string> => {
  if (wallet === undefined) throw walletRequired();
  const addresses = await addressesOf(wallet);
  return addresses.find((address) => party !== undefined && isSameAddress(address, party)) ?? addresses[0];
};

/**
 * Returns the addresses of a wallet that a request asks about, separated by commas.
 *
 * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
 */
export const addressList = async (wallet: Wallet): Promise<string> =>
  (await addressesOf(wallet)).slice(0, MAX_ADDRESSES).join();

/** The query that offers a wallet's coins, and says where change goes. */
export interface Coins {
  readonly addresses?: string;
  readonly changeAddress?: string;
}

/**
 * Returns the query that offers the coins of a wallet with several addresses; empty for one with a single address.
 *
 * @param keepsChange whether change stays at the address that acts
 * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
 */
export const coinsOf = async (wallet: Wallet, keepsChange = false): Promise<Coins> => {
  const addresses = await addressesOf(wallet);
  const changeAddress = keepsChange ? undefined : await wallet.getChangeAddress?.().catch(failedToList);
  return {
    // One is left for the address that acts, and one for the change.
    ...(addresses.length > 1 && { addresses: addresses.slice(0, MAX_ADDRESSES - 2).join(',') }),
    ...(changeAddress !== undefined && { changeAddress }),
  };
};
