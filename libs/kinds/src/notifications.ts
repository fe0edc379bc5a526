/** What people can be notified of. */
export const NOTIFICATION_KINDS = [
  'claimable',
  'due_soon',
  'signature_wanted',
  'funded',
  'cancelled',
  'paused',
  'at_risk',
  'moved',
  'purse',
  'roster',
  'period_paid',
  'underfunded',
] as const;
/** What a notification is about. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Ways by which notifications reach people. */
export const NOTIFICATION_CHANNELS = ['email'] as const;
/** How a notification reaches somebody. */
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The states of a subscription to notifications. */
export const SUBSCRIPTION_STATUSES = ['unconfirmed', 'active', 'refused'] as const;
/** Status of a subscription. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
