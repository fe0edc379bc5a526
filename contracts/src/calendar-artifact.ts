import recurringBchTwice from './artifacts/calendar-recurring-bch-twice.js';
import recurringBch from './artifacts/calendar-recurring-bch.js';
import recurringTokenTwice from './artifacts/calendar-recurring-token-twice.js';
import recurringToken from './artifacts/calendar-recurring-token.js';
import vestingBch from './artifacts/calendar-vesting-bch.js';
import backLoadedToSingleTranche from './artifacts/calendar-vesting-token-back-loaded-to-single-tranche.js';
import backLoaded from './artifacts/calendar-vesting-token-back-loaded.js';
import cumulativeRoundDown from './artifacts/calendar-vesting-token-cumulative-round-down.js';
import cumulativeRounding from './artifacts/calendar-vesting-token-cumulative-rounding.js';
import frontLoadedToSingleTranche from './artifacts/calendar-vesting-token-front-loaded-to-single-tranche.js';
import frontLoaded from './artifacts/calendar-vesting-token-front-loaded.js';
import tranchesBch from './artifacts/tranches-bch.js';
import tranchesToken from './artifacts/tranches-token.js';
import type { LinkedArtifact } from './linked-artifact.js';

type AssetType = 'BCH' | 'FUNGIBLE_TOKEN';

const SALARIES = {
  BCH: { once: recurringBch, twice: recurringBchTwice },
  FUNGIBLE_TOKEN: { once: recurringToken, twice: recurringTokenTwice },
} as const;

const SHARES = {
  CUMULATIVE_ROUND_DOWN: cumulativeRoundDown,
  CUMULATIVE_ROUNDING: cumulativeRounding,
  FRONT_LOADED: frontLoaded,
  BACK_LOADED: backLoaded,
  FRONT_LOADED_TO_SINGLE_TRANCHE: frontLoadedToSingleTranche,
  BACK_LOADED_TO_SINGLE_TRANCHE: backLoadedToSingleTranche,
} as const;

/** How a grant splits shares over its installments, by the allocation types of the Open Cap Table Format. */
export type Allocation = keyof typeof SHARES;

/** The covenant of salaries by the calendar. @param twice whether a month has two paydays; it then has one parameter more */
export const calendarRecurringArtifact = (asset: AssetType, twice = false): LinkedArtifact =>
  SALARIES[asset][twice ? 'twice' : 'once'];

/** The covenant of grants by the calendar in satoshis. It rounds what has vested down. */
export const calendarVestingBchArtifact: LinkedArtifact = vestingBch;

/** The covenant of grants by the calendar in a token, of one allocation. */
export const calendarVestingTokenArtifact = (allocation: Allocation): LinkedArtifact => SHARES[allocation];

/** The covenant of lists of tranches. */
export const tranchesArtifact = (asset: AssetType): LinkedArtifact => (asset === 'BCH' ? tranchesBch : tranchesToken);
