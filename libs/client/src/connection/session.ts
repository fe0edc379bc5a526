/** A proof that its bearer holds the keys of addresses. */
export interface Session {
  readonly bearer: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** What it proves: the address that it was asked for, and the wallet's others where a transaction was signed. */
  readonly addresses: readonly string[];
}

/** Keeps sessions from one run of a program to the next, such as over a page's reload. They are secrets of this browser. */
export interface SessionStore {
  /** Returns the sessions that were saved last; empty where there are none. */
  readonly load: () => readonly Session[];
  readonly save: (sessions: readonly Session[]) => void;
}

/** Checks a message before the wallet sees it. @throws WeirError where it does something else than sign the address in */
export type CheckSignIn = (address: string, message: string) => Promise<void>;
