import bch from './artifacts/calendar-vesting-bch.js';
import backLoaded from './artifacts/calendar-vesting-token-back-loaded.js';
import backLoadedToSingleTranche from './artifacts/calendar-vesting-token-back-loaded-to-single-tranche.js';
import cumulativeRoundDown from './artifacts/calendar-vesting-token-cumulative-round-down.js';
import cumulativeRounding from './artifacts/calendar-vesting-token-cumulative-rounding.js';
import frontLoaded from './artifacts/calendar-vesting-token-front-loaded.js';
import frontLoadedToSingleTranche from './artifacts/calendar-vesting-token-front-loaded-to-single-tranche.js';
import type { Allocation } from './calendar-allocation.js';
import type { LinkedArtifact } from './linked-artifact.js';

const TOKENS: Readonly<Record<Allocation, LinkedArtifact>> = {
  CUMULATIVE_ROUND_DOWN: cumulativeRoundDown,
  CUMULATIVE_ROUNDING: cumulativeRounding,
  FRONT_LOADED: frontLoaded,
  BACK_LOADED: backLoaded,
  FRONT_LOADED_TO_SINGLE_TRANCHE: frontLoadedToSingleTranche,
  BACK_LOADED_TO_SINGLE_TRANCHE: backLoadedToSingleTranche,
};

/** The covenant of grants by the calendar in satoshis. It rounds what has vested down. */
export const calendarVestingBchArtifact: LinkedArtifact = bch;

/** The covenant of grants by the calendar in a token, of one allocation. */
export const calendarVestingTokenArtifact = (allocation: Allocation): LinkedArtifact => TOKENS[allocation];
