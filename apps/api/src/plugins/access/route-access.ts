import type { PaymentStatus, ProposalStatus, VaultStatus } from '@weir/api-contract';

/** Roles of a vault. Everybody is a member of a public one. */
type VaultGuard = 'member' | 'creator' | 'signer' | 'creator or signer' | 'signer or proposer';

/** Who may call a route, and when. `caller` is enforced here, role and states by the use cases (and by tests). */
export interface RouteAccess {
  /**
   * `required`: 401 without a caller.
   * `in-body`: the same in signed mode; in header mode an address in the body may stand for the caller.
   * `authenticated`: 401 without a bearer, in either mode.
   * `optionally-authenticated`: optional, and authenticated by a bearer in either mode; in signed mode a caller without one
   * is anonymous.
   * `optional`: used where given.
   * `none`: ignored.
   */
  readonly caller: 'required' | 'in-body' | 'authenticated' | 'optionally-authenticated' | 'optional' | 'none';
  /** Role that the caller must have. */
  readonly role: 'anyone' | 'sender' | 'recipient' | 'recipient or creator' | VaultGuard;
  /** States in which the route works; `any` where it does not depend on one. */
  readonly states: readonly (PaymentStatus | VaultStatus | ProposalStatus)[] | 'any';
}

/** A route of the route table with its access. */
export interface RouteEntry extends RouteAccess {
  readonly method: string;
  readonly url: string;
}

/** Public in any state. */
export const OPEN: RouteAccess = { caller: 'none', role: 'anyone', states: 'any' };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyInstance {
    /** All routes that declare their access, in order of registration. */
    readonly routeTable: readonly RouteEntry[];
  }
}
