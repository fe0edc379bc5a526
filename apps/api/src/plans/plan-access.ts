import { OPEN, type RouteAccess } from '../plugins/access/route-access.js';

/**
 * Who may call which plan route, and in which states it does its work. A list is its sender's alone until it is funded; then
 * what stands on the chain is public, labels never.
 */
export const PLAN_ACCESS = {
  list: { caller: 'required', role: 'sender', states: 'any' },
  readOne: { ...OPEN, caller: 'provable' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  recipients: { caller: 'required', role: 'sender', states: ['PENDING'] },
  // It shows the list.
  fundingInfo: { caller: 'required', role: 'sender', states: ['PENDING', 'ACTIVE'] },
  // Repeated with the same hash, a confirm answers the same in later states.
  confirmFunding: { ...OPEN, states: ['PENDING', 'ACTIVE'] },
  move: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmMove: { ...OPEN, states: ['ACTIVE'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;
