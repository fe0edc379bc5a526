/** What can happen to a record. */
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
/** What happened to a record. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** What events can be about. */
export const EVENT_PRODUCTS = ['stream', 'payment', 'plan', 'airdrop', 'vault', 'proposal'] as const;
/** What an event is about. */
export type EventProduct = (typeof EVENT_PRODUCTS)[number];

/** How certain a transaction can be. */
export const FINALITIES = ['mempool', 'mined', 'final'] as const;
/** How certain a transaction is. */
export type Finality = (typeof FINALITIES)[number];

/** Why a step can be rolled back. */
export const ROLLBACK_REASONS = ['replaced', 'vanished'] as const;
/** Why a step was rolled back. */
export type RollbackReason = (typeof ROLLBACK_REASONS)[number];

/** What can record a step: a confirm call, or the watcher that found it on the chain. */
export const RECORD_SOURCES = ['confirm', 'chain'] as const;
/** What recorded a step. */
export type RecordSource = (typeof RECORD_SOURCES)[number];
