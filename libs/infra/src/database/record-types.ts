/** `confirm`: recorded by a confirm call; `chain`: found on the chain. */
export type RecordSource = 'confirm' | 'chain';
/** Kinds of resources with a history on the chain; a plan has those of its streams, and transactions of its own. */
export type ResourceType = 'stream' | 'payment' | 'airdrop' | 'vault' | 'plan';
/** The product of a plan, as announcements number it. */
export type PlanProductName = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';
