import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/**
 * Access of each plan route: who may call it and in which states it works. A list is visible only to its sender until
 * it is funded; then what is on the chain is public, labels never are.
 */
export const PLAN_ACCESS = {
  list: { caller: 'required', role: 'sender', states: 'any' },
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  recipients: { caller: 'required', role: 'sender', states: ['PENDING'] },
  // The funding reveals the list.
  fundingInfo: { caller: 'required', role: 'sender', states: ['PENDING', 'ACTIVE'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING', 'ACTIVE'] },
  move: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmMove: { ...OPEN, states: ['ACTIVE'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
