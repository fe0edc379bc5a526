/** A message for a wallet to sign. */
export interface Challenge {
  readonly nonceId: string;
  readonly message: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** A challenge that came back signed. */
export interface SignedChallenge {
  readonly address: string;
  /** Base64. */
  readonly signature: string;
  readonly nonceId: string;
}

/** A caller who has proven to hold the key of an address. */
export interface AuthenticatedCaller {
  /** Canonical cash address. */
  readonly address: string;
  /** The accepted kind of signature that it was, for the log. */
  readonly variant: string;
}
