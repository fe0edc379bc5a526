import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';

/**
 * Access of each campaign route: who may call it and in which states it works. Everything but recipient lists is
 * public. Of a list, a proven address sees its own row and the creator, proven by a bearer since everybody knows their
 * address, all of it.
 */
export const AIRDROP_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'creator', states: 'any' },
  create: { caller: 'in-body', role: 'creator', states: 'any' },
  generateMerkle: { caller: 'in-body', role: 'creator', states: ['PENDING'] },
  // By proof: its answers show who is on the list.
  replaceAddresses: { caller: 'authenticated', role: 'creator', states: ['PENDING'] },
  claimable: { caller: 'optionally-authenticated', role: 'anyone', states: 'any' },
  proof: { caller: 'optionally-authenticated', role: 'recipient or creator', states: 'any' },
  downloadList: { caller: 'authenticated', role: 'creator', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claim: { caller: 'in-body', role: 'recipient', states: ['ACTIVE'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE'] },
  cancel: { caller: 'in-body', role: 'creator', states: ['ACTIVE'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE'] },
  // The signature in the body proves the creator's consent.
  close: { ...OPEN, states: ['ACTIVE'] },
  sync: { ...OPEN, states: ['ACTIVE', 'COMPLETED', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
