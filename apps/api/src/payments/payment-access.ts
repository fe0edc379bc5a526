import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/** Access of each payment route: who may call it and in which states it works. All records are public. */
export const PAYMENT_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'in-body', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claim: { caller: 'in-body', role: 'recipient', states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
  pause: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmPause: { ...OPEN, states: ['ACTIVE'] },
  resume: { caller: 'required', role: 'sender', states: ['PAUSED'] },
  confirmResume: { ...OPEN, states: ['PAUSED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE', 'PAUSED'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE', 'PAUSED'] },
  refund: { ...OPEN, states: ['CANCELLED'] },
  push: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
