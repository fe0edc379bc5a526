import type { ClaimGroup } from './claim.js';
import { planRecurring, recurringPeriods } from './plan-recurring.js';
import { planVesting } from './plan-vesting.js';
import { vestingFormula } from './vesting-formula.js';

/** Everything that is claimed, in the order of the report. */
export const ALL_CLAIMS: readonly ClaimGroup[] = [vestingFormula, recurringPeriods, ...planVesting, ...planRecurring];
