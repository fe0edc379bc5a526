import type { TokenRecord, TokenSettlement } from '@weir/infra';
import type { LookUp } from './look-up-token.js';

/** How long results count as current, seconds. */
export interface TokenAges {
  /** Of what was read from the chain, and from a registry. */
  readonly freshSeconds: number;
}

/** Pause after a look-up without a result, seconds; doubled each time, up to the age at which findings expire. */
const FIRST_PAUSE = 30;
const DOUBLINGS = 10;
/** Pause before a long authchain is followed further, seconds: other tokens get their turn. */
const STEP_PAUSE = 2;
/** After how many failed look-ups in a row a token is left until a client asks for it again. */
const MAX_FAILURES = 6;

const pauseAfter = (failures: number, { freshSeconds }: TokenAges): number =>
  Math.min(freshSeconds, FIRST_PAUSE * 2 ** Math.min(failures, DOUBLINGS));

/** Returns what follows from a look-up, or from a failed one where there is no result. */
export const settlementOf = (record: TokenRecord, lookUp: LookUp | undefined, ages: TokenAges): TokenSettlement => {
  const { standing, position, publication, shown } = record;
  const failures = record.failures + 1;
  if (lookUp === undefined) {
    const pause = pauseAfter(record.failures, ages);
    const againIn = failures < MAX_FAILURES ? Math.max(1, pause) : null;
    return { standing, position, publication, shown, failures, againIn, freshFor: pause };
  }
  const { finding, isWhole } = lookUp;
  if (!isWhole) return { ...finding, failures: 0, againIn: Math.min(STEP_PAUSE, ages.freshSeconds), freshFor: 0 };
  const isFound = finding.standing === 'named' || finding.standing === 'unnamed';
  if (isFound) return { ...finding, failures: 0, againIn: null, freshFor: ages.freshSeconds };
  return { ...finding, failures, againIn: null, freshFor: pauseAfter(record.failures, ages) };
};
