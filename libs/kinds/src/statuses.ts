/** Statuses of a stream. */
export const STREAM_STATUSES = ['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/** Statuses of a recurring payment, and of a stream of a plan. */
export const PAYMENT_STATUSES = ['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Statuses of a plan: that of its funding. */
export const PLAN_STATUSES = ['PENDING', 'ACTIVE'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Statuses of an airdrop. */
export const AIRDROP_STATUSES = ['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'] as const;
export type AirdropStatus = (typeof AIRDROP_STATUSES)[number];

/** Statuses of a vault. */
export const VAULT_STATUSES = ['pending', 'active', 'closed'] as const;
export type VaultStatus = (typeof VAULT_STATUSES)[number];

/** Phases of a roster. `recovering`: its guardian called a recovery. */
export const ROSTER_PHASES = ['active', 'recovering'] as const;
export type RosterPhase = (typeof ROSTER_PHASES)[number];

/**
 * Statuses of a purse. `PENDING`: the chain took back its opening. `HOME`: a signer sent its money to its vault. `CLOSED`: the vault took
 * it back, or renewed the purse with other terms.
 */
export const PURSE_STATUSES = ['PENDING', 'ACTIVE', 'HOME', 'CLOSED'] as const;
export type PurseStatus = (typeof PURSE_STATUSES)[number];

/** Statuses of a proposal. */
export const PROPOSAL_STATUSES = ['PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'STALE'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Statuses of the refund of a cancelled stream. */
export const REFUND_STATUSES = ['pending', 'sent', 'confirmed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Statuses of a contract as the indexer reads it. PAUSED also while a pause's notice runs. */
export const CONTRACT_STATUSES = ['ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Statuses of an activity of the explorer. */
export const ACTIVITY_STATUSES = ['ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];
