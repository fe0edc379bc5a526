import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/** Who may call which stream route, and in which states it does its work. Everything is public to read. */
export const STREAM_ACCESS = {
  read: OPEN,
  // Public too, but for a private vault's id, which its members see.
  readOne: { ...OPEN, caller: 'provable' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeated with the same hash, a confirm answers the same in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claimInfo: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  claim: { caller: 'required', role: 'recipient', states: ['ACTIVE', 'CANCELLED'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE'] },
  refund: { ...OPEN, states: ['CANCELLED'] },
  push: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
