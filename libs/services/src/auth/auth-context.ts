import type { Network } from '@weir/covenants';
import type { AuthRepository } from '@weir/infra';

/** What proving callers works with. */
export interface AuthContext {
  readonly nonces: Pick<AuthRepository, 'addNonce' | 'takeNonce'>;
  readonly network: Network;
  /** Whom users sign in to, as the operator named it; never taken from a request. */
  readonly domain: string;
  /** Unix seconds. */
  readonly now: () => number;
}
