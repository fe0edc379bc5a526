import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/**
 * Who may call which route of campaigns, and in which states it does its work. Everything but lists is public to read: of
 * those, an address sees its own row and the creator, whose address everybody knows, all of them with a bearer.
 */
export const AIRDROP_ACCESS = {
  read: OPEN,
  create: { caller: 'in-body', role: 'creator', states: 'any' },
  generateMerkle: { caller: 'in-body', role: 'creator', states: ['PENDING'] },
  claimable: { caller: 'provable', role: 'anyone', states: 'any' },
  proof: { caller: 'provable', role: 'recipient or creator', states: 'any' },
  downloadList: { caller: 'proven', role: 'creator', states: 'any' },
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
