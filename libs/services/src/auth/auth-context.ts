import type { Network } from '@weir/covenants';
import type { AuthRepository } from '@weir/infra';

/** What the sign-in use cases work with. */
export interface AuthContext {
  readonly nonces: Pick<AuthRepository, 'addNonce' | 'takeNonce'>;
  readonly network: Network;
  /** The domain that users sign in to, as the operator configured it; never taken from a request. */
  readonly domain: string;
  /** Unix seconds. */
  readonly now: () => number;
}
