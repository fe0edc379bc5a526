/** A proof that its bearer holds the keys of addresses. */
export interface Session {
  readonly bearer: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** What it proves: the address that it was asked for, and the wallet's others where a transaction was signed. */
  readonly addresses: readonly string[];
}

/** Checks a message before the wallet sees it. @throws WeirError where it does something else than sign the address in */
export type CheckSignIn = (address: string, message: string) => Promise<void>;
