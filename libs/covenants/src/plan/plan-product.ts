/** What a plan is made of: streams that vest, or salaries that recur, in satoshis or in a token. One product a plan. */
export type PlanProduct = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';

/** Which streams a product has. */
export const planKindOf = (product: PlanProduct): 'VESTING' | 'RECURRING' =>
  product === 'VESTING_BCH' || product === 'VESTING_TOKEN' ? 'VESTING' : 'RECURRING';

/** Whether a product's principal is satoshis, held by the state itself, or tokens beside it. */
export const isBchPlan = (product: PlanProduct): boolean => product === 'VESTING_BCH' || product === 'RECURRING_BCH';
