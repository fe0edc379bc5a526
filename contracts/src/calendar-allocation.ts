/** How a grant splits shares over its installments, by the allocation types of the Open Cap Table Format. */
export type Allocation =
  | 'CUMULATIVE_ROUND_DOWN'
  | 'CUMULATIVE_ROUNDING'
  | 'FRONT_LOADED'
  | 'BACK_LOADED'
  | 'FRONT_LOADED_TO_SINGLE_TRANCHE'
  | 'BACK_LOADED_TO_SINGLE_TRANCHE';
