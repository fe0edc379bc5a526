import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/** Who may call which route of campaigns, and in which states it does its work. Everything but lists is public to read. */
export const AIRDROP_ACCESS = {
  read: OPEN,
  create: { caller: 'in-body', role: 'creator', states: 'any' },
  generateMerkle: { caller: 'in-body', role: 'creator', states: ['PENDING'] },
  downloadList: { caller: 'required', role: 'creator', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeated with the same hash, a confirm answers the same in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claim: { caller: 'in-body', role: 'recipient', states: ['ACTIVE'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE'] },
  cancel: { caller: 'in-body', role: 'creator', states: ['ACTIVE'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE'] },
  // The signature in the body proves who asks.
  close: { ...OPEN, states: ['ACTIVE'] },
  sync: { ...OPEN, states: ['ACTIVE', 'COMPLETED', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
