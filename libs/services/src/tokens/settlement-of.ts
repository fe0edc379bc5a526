import type { TokenRecord, TokenSettlement } from '@weir/infra';
import type { Look } from './look-at-token.js';

/** How long what was found out is taken for the present state, seconds. */
export interface TokenAges {
  /** Of what was read from the chain, and from a registry. */
  readonly freshSeconds: number;
}

/** After a look that found nothing out, seconds; doubled each time up to what else is found out holds for. */
const FIRST_PAUSE = 30;
const DOUBLINGS = 10;
/** Before an authchain is followed on, seconds: others have their turn. */
const STEP_PAUSE = 2;
/** Looks in a row that could not ask the chain, after which it waits until somebody asks again. */
const MAX_FAILURES = 6;

const pauseAfter = (failures: number, { freshSeconds }: TokenAges): number =>
  Math.min(freshSeconds, FIRST_PAUSE * 2 ** Math.min(failures, DOUBLINGS));

/** What follows from a look; from one that failed where there is none. */
export const settlementOf = (record: TokenRecord, look: Look | undefined, ages: TokenAges): TokenSettlement => {
  const { standing, position, publication, shown } = record;
  const failures = record.failures + 1;
  if (look === undefined) {
    const pause = pauseAfter(record.failures, ages);
    const againIn = failures < MAX_FAILURES ? Math.max(1, pause) : null;
    return { standing, position, publication, shown, failures, againIn, freshFor: pause };
  }
  const { finding, isWhole } = look;
  if (!isWhole) return { ...finding, failures: 0, againIn: Math.min(STEP_PAUSE, ages.freshSeconds), freshFor: 0 };
  const isFound = finding.standing === 'named' || finding.standing === 'unnamed';
  if (isFound) return { ...finding, failures: 0, againIn: null, freshFor: ages.freshSeconds };
  return { ...finding, failures, againIn: null, freshFor: pauseAfter(record.failures, ages) };
};
