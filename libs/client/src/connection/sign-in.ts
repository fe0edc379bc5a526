import { WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';
import type { Api } from './ask.js';
import type { prove } from './prove.js';
import type { CheckSignIn, Session, SessionStore } from './session.js';

/** A session this close to its end is not used any more: it would be refused on arrival. */
const MARGIN_SECONDS = 15;

/** The sessions of a client, by address. */
export interface Sessions {
  /** Returns the session that is valid now; undefined where there is none. */
  current(address: string): Session | undefined;
  /** Forgets the session of an address. */
  drop(address: string): void;
  /**
   * Proves an address by its wallet's signature: of a message, or, where the wallet cannot sign messages or has several
   * addresses, of a transaction that can never be sent, for all of them. Concurrent calls for one address share one signature.
   *
   * @throws WeirError WALLET_REQUIRED, WALLET_REFUSED or WALLET_FAILED; or the signal's reason
   */
  signIn(wallet: Wallet, address: string, signal?: AbortSignal): Promise<Session>;
}

/**
 * Creates the sessions of a client.
 *
 * @param loadProof loads `prove` when first somebody signs in
 * @param store keeps the sessions for the next run; by default none does
 */
export const createSessions = (
  api: Api,
  check: CheckSignIn,
  loadProof: () => Promise<typeof prove>,
  store?: SessionStore,
): Sessions => {
  const sessions = new Map<string, Session>();
  const add = (session: Session): void => session.addresses.forEach((each) => void sessions.set(each, session));
  const save = (): void => store?.save([...new Set(sessions.values())]);
  store?.load().forEach(add);
  const inFlight = new Map<string, Promise<Session>>();
  return {
    current(address) {
      const session = sessions.get(address);
      return session !== undefined && session.expiresAt - MARGIN_SECONDS > Date.now() / 1000 ? session : undefined;
    },
    drop(address) {
      sessions.delete(address);
      save();
    },
    async signIn(wallet, address, signal) {
      // Again after each wait: of several who waited for one that was aborted, only the first starts over.
      for (let other = inFlight.get(address); other !== undefined; other = inFlight.get(address)) {
        const session = await other.catch((error: unknown) => {
          // An abort stops only the caller who asked for it.
          if (error instanceof WeirError) throw error;
          return undefined;
        });
        if (session !== undefined) return session;
      }
      const proof = loadProof()
        .then((proveAddress) => proveAddress(api, check, wallet, address, signal))
        .finally(() => inFlight.delete(address));
      inFlight.set(address, proof);
      const session = await proof;
      add(session);
      save();
      return session;
    },
  };
};
