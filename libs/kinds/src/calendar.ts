/** Months between two paydays of a salary by the calendar. */
export const PAYDAY_MONTHS = [1, 3, 6, 12] as const;
export type PaydayMonths = (typeof PAYDAY_MONTHS)[number];

/**
 * How the amount of a grant is divided among its installments, by the names of the Open Cap Table Format. A contract in BCH takes
 * CUMULATIVE_ROUND_DOWN alone; shares have to match the cap table, so contracts of tokens take all.
 */
export const ALLOCATIONS = [
  'CUMULATIVE_ROUND_DOWN',
  'CUMULATIVE_ROUNDING',
  'FRONT_LOADED',
  'BACK_LOADED',
  'FRONT_LOADED_TO_SINGLE_TRANCHE',
  'BACK_LOADED_TO_SINGLE_TRANCHE',
] as const;
export type Allocation = (typeof ALLOCATIONS)[number];

/** The most tranches of a list: its payment in one transaction, and its announcement, stay below the relay limits. */
export const MAX_TRANCHES = 100;
