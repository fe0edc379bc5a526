/** How callers say who they are. */
export interface AuthConfig {
  /** `header`: believed as it stands; `signed`: proven by a wallet's signature. */
  readonly mode: 'header' | 'signed';
  /** Whom users sign in to: stands in the message they sign. */
  readonly domain: string;
  /** The secret bearers are signed with; undefined has the replicas make one up and share it by the database. */
  readonly secret: string | undefined;
}
