import type { RouteAccess } from '../plugins/access/route-access.js';

const MEMBER = { caller: 'required', role: 'member', states: 'any' } as const;

/** Access of each vault route: who may call it and in which states of the vault it works. */
export const VAULT_ACCESS = {
  list: { caller: 'required', role: 'anyone', states: 'any' },
  create: { caller: 'required', role: 'anyone', states: 'any' },
  read: MEMBER,
  deposit: { caller: 'required', role: 'creator', states: ['pending', 'active'] },
  updateBalance: MEMBER,
  addSigner: { caller: 'required', role: 'creator', states: 'any' },
  propose: { caller: 'required', role: 'creator or signer', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Access of each proposal route, by the state of the proposal. */
export const PROPOSAL_ACCESS = {
  read: MEMBER,
  approve: { caller: 'required', role: 'signer', states: ['PENDING', 'STALE'] },
  signatures: { caller: 'required', role: 'signer', states: ['PENDING', 'APPROVED'] },
  reject: { caller: 'required', role: 'signer or proposer', states: ['PENDING', 'APPROVED', 'STALE'] },
  execute: { caller: 'required', role: 'creator or signer', states: ['APPROVED'] },
  // The chain decides: a signed transaction can be broadcast whatever is recorded here.
  confirmExecute: MEMBER,
} as const satisfies Readonly<Record<string, RouteAccess>>;
