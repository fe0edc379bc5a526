/** What can happen to a record; the database takes any. */
export const EVENT_KINDS = [
  'created',
  'expired',
  'funded',
  'claimed',
  'paused',
  'settled',
  'resumed',
  'cancelled',
  'refunded',
  'completed',
  'at_risk',
  'deposit',
  'paid',
  'closed',
  'proposed',
  'signed',
  'declined',
  'approved',
  'rejected',
  'reopened',
  'stale',
  'executed',
  'final',
  'reverted',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_PRODUCTS = ['stream', 'payment', 'plan', 'airdrop', 'vault', 'proposal'] as const;
export type EventProduct = (typeof EVENT_PRODUCTS)[number];
