/** How callers identify themselves. */
export interface AuthConfig {
  /** `header`: the header is trusted; `signed`: the address is proven by a wallet's signature. */
  readonly mode: 'header' | 'signed';
  /** The domain that users sign in to; part of the message they sign. */
  readonly domain: string;
  /**
   * The secret that bearers are signed with; undefined lets the replicas generate one and share it through the
   * database.
   */
  readonly secret: string | undefined;
}
