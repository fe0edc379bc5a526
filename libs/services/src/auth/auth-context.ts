import type { Network } from '@weir/covenants';
import type { AuthRepository } from '@weir/infra';

/** The dependencies of the sign-in use cases. */
export interface AuthContext {
  readonly nonces: Pick<AuthRepository, 'addNonce' | 'takeNonce'>;
  readonly network: Network;
  /** The domain that users sign in to, as the operator configured it; never taken from a request. */
  readonly domain: string;
  /** Unix seconds. */
  readonly now: () => number;
}
