import { airdrops } from './airdrops.js';
import { calendar } from './calendar.js';
import type { ClaimGroup } from './claim.js';
import { currency } from './currency.js';
import { locks } from './locks.js';
import { movableLocks } from './movable-locks.js';
import { noticeBound } from './notice-bound.js';
import { planExits } from './plan-exits.js';
import { planMoves } from './plan-moves.js';
import { planRecurring } from './plan-recurring.js';
import { planScripts } from './plan-script.js';
import { planSiblings } from './plan-siblings.js';
import { planVesting } from './plan-vesting.js';
import { purses } from './purses.js';
import { recurringPeriods } from './recurring-periods.js';
import { roster } from './roster.js';
import { vault } from './vault.js';
import { vestingFormula } from './vesting-formula.js';

/** Everything that is claimed, in the order of the report. */
export const ALL_CLAIMS: readonly ClaimGroup[] = [
  vestingFormula,
  recurringPeriods,
  noticeBound,
  ...planVesting,
  ...planRecurring,
  ...planMoves,
  ...planScripts,
  ...planSiblings,
  ...planExits,
  ...vault,
  ...airdrops,
  ...locks,
  ...movableLocks,
  ...purses,
  ...roster,
  ...currency,
  ...calendar,
];
