import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/** Access of each stream route: who may call it and in which states it works. All records are public. */
export const STREAM_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claimInfo: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  claim: { caller: 'required', role: 'recipient', states: ['ACTIVE', 'CANCELLED'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE'] },
  refund: { ...OPEN, states: ['CANCELLED'] },
  push: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
