/** What people can be told by e-mail. */
export const MAIL_KINDS = [
  'claimable',
  'due_soon',
  'signature_wanted',
  'funded',
  'cancelled',
  'paused',
  'at_risk',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
