/** The product of a plan: vesting or recurring streams, in satoshis or in a token. A plan has one product. */
export type PlanProduct = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';

/** Returns the kind of streams that a product has. */
export const planKindOf = (product: PlanProduct): 'VESTING' | 'RECURRING' =>
  product === 'VESTING_BCH' || product === 'VESTING_TOKEN' ? 'VESTING' : 'RECURRING';

/** Whether a product's principal is satoshis, held by the state itself, rather than tokens in its companion. */
export const isBchPlan = (product: PlanProduct): boolean => product === 'VESTING_BCH' || product === 'RECURRING_BCH';
