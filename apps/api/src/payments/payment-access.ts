import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/** Who may call which payment route, and in which states it does its work. Everything is public to read. */
export const PAYMENT_ACCESS = {
  read: OPEN,
  // Public too, but for a private vault's id, which its members see.
  readOne: { ...OPEN, caller: 'provable' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'in-body', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeated with the same hash, a confirm answers the same in later states.
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
