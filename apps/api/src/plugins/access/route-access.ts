import type { PaymentStatus, ProposalStatus, VaultStatus } from '@weir/api-contract';

/** Whom a vault lets do what. Everybody counts as a member of a public one. */
type VaultGuard = 'member' | 'creator' | 'signer' | 'creator or signer' | 'signer or proposer';

/** Who may call a route, and when. `caller` is enforced here; role and states by the use cases, as tests prove. */
export interface RouteAccess {
  /**
   * `required`: 401 without one; `in-body`: the same where callers are proven, while elsewhere an address in the body
   * may stand for it; `proven`: 401 without a bearer, also where callers are believed; `provable`: used where given, and
   * proven by a bearer in either mode, while who only names itself where proof is demanded counts as nobody; `optional`:
   * used where given; `none`: not looked at.
   */
  readonly caller: 'required' | 'in-body' | 'proven' | 'provable' | 'optional' | 'none';
  /** Who the caller must be. */
  readonly role: 'anyone' | 'sender' | 'recipient' | 'recipient or creator' | VaultGuard;
  /** States in which the route does its work; `any` where it has none to ask for. */
  readonly states: readonly (PaymentStatus | VaultStatus | ProposalStatus)[] | 'any';
}

/** A route with its access, for the route table. */
export interface RouteEntry extends RouteAccess {
  readonly method: string;
  readonly url: string;
}

/** Open to everybody at any time. */
export const OPEN: RouteAccess = { caller: 'none', role: 'anyone', states: 'any' };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyInstance {
    /** Every route that declares its access, in the order of registration. */
    readonly routeTable: readonly RouteEntry[];
  }
}
