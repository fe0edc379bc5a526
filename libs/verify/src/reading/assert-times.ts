import { announcedBy } from '@weir/covenants';
import { MAX_RESUME_AGE, MIN_TIME } from '@weir/kinds';
import { Difference } from '../difference.js';
import type { Effect } from '../effects.types.js';
import type { Ledger } from './ledger.js';

/** From this sequence number on an input waits for no block and no time (BIP68). */
const NO_WAIT = 0x8000_0000;
/** The signer's clock may be behind, seconds. */
const CLOCK_SKEW = 3_600n;
const SECONDS_OF_DAY = 86_400n;
/** The median time past, by which the service dates transactions, is rarely more than two hours old; seconds. */
const MOST_AGE = SECONDS_OF_DAY;

/** Effects whose contracts want a time as the locktime. */
const DATED: ReadonlySet<Effect['kind']> = new Set(['PAYS_LOCK', 'CLAIMS_AIRDROP', 'CLOSES_LANE', 'SWEEPS_PLAN']);

/** What a contract dates by the locktime; of all else a locktime could only delay it. */
const isDated = (effect: Effect): boolean =>
  (effect.kind === 'MOVES_CURRENCY_PAYMENT' && effect.move !== 'TOP_UP') ||
  (effect.kind === 'MOVES_STREAM' ? effect.move !== 'SETTLE' && effect.move !== 'REFUND' : DATED.has(effect.kind));

/** Moves whose date decides what the sender pays: by an earlier one they would pay for time that is paused. */
const isResume = (effect: Effect): boolean =>
  (effect.kind === 'MOVES_CURRENCY_PAYMENT' || effect.kind === 'MOVES_STREAM') && effect.move === 'RESUME';

/** Moves of a stream by its sender that are for now. */
const isSendersMove = (effect: Effect): boolean =>
  isResume(effect) || (effect.kind === 'MOVES_STREAM' && (effect.move === 'CANCEL' || effect.move === 'PAUSE'));

/**
 * Checks that a sender's move is not of an older date than it may be.
 *
 * @param time Unix seconds, by the signer's clock
 * @throws Difference OTHER_TERMS
 */
const assertRecent = (effects: readonly Effect[], locktime: number, time: bigint): void => {
  const age = time - BigInt(locktime);
  if (!effects.some(({ kind }) => kind === 'SPENDS_VAULT')) {
    if (age > MOST_AGE && effects.some(isSendersMove))
      throw new Difference('OTHER_TERMS', `It is dated ${locktime}, which is more than a day ago`);
    return;
  }
  // Signers of a vault agree days after a proposal was dated. A cancel or pause of an old date costs the vault nothing: the recipients
  // can claim until the notice ends. A resume of an old date pays for the time since.
  if (age > MAX_RESUME_AGE && effects.some(isResume))
    throw new Difference(
      'OTHER_TERMS',
      `It is dated ${locktime}, which is more than ${MAX_RESUME_AGE / SECONDS_OF_DAY} days ago: it would pay for time of the pause. Approve the proposal again, which builds it with a new date`,
    );
};

/** Announcements, whose locktime is the number of the output that is the notice: where a key announces 0, where a vault does another. */
const isAnnouncement = (effect: Effect): boolean =>
  (effect.kind === 'CHANGES_RECIPIENT' || effect.kind === 'MOVES_LOCK') &&
  (effect.move === 'ANNOUNCE' || effect.move === 'UNDO');

/**
 * Checks that a resume skips what fell due during the pause: by the calendar a transaction says how many paydays, and the contract lets a
 * sender pay for the others.
 *
 * @param nextDue when a period falls due next; undefined where none is left
 * @throws Difference OTHER_TERMS
 */
export const assertSkipped = (nextDue: bigint | undefined, locktime: number): void => {
  if (nextDue !== undefined && nextDue <= BigInt(locktime))
    throw new Difference('OTHER_TERMS', 'It would pay for paydays that passed while it was paused');
};

const later = (what: string): Difference => new Difference('OTHER_TERMS', `It would be valid only later: ${what}`);

/**
 * Checks that a transaction can be mined at once, and is dated now. One that is valid only later would look failed, and
 * do what it does after the same was signed again.
 *
 * @param time Unix seconds, by the signer's clock; dates are not compared where it is undefined
 * @throws Difference REQUEST_MALFORMED for a version that contracts do not know, or OTHER_TERMS
 */
export const assertTimes = (ledger: Ledger, effects: readonly Effect[], time: bigint | undefined): void => {
  const { transaction, spent } = ledger.draft;
  const { version, locktime } = transaction;
  if (version !== 2) throw new Difference('REQUEST_MALFORMED', `It has the version ${version}, not 2`);
  for (const [index, { sequenceNumber }] of spent.entries())
    if (sequenceNumber < NO_WAIT && sequenceNumber !== ledger.waitOf(index))
      throw later(`input ${index} waits for other blocks than its contract needs`);
  if (!effects.some(isDated)) {
    // The number of an output is a height that is long past.
    const isNotice = effects.some(isAnnouncement) && announcedBy(transaction) !== undefined;
    if (locktime !== 0 && !isNotice) throw later(`its locktime is ${locktime}`);
    return;
  }
  if (locktime < MIN_TIME) throw later(`its locktime is ${locktime}, which is not a time`);
  if (time === undefined) return;
  if (BigInt(locktime) > time + CLOCK_SKEW) throw later(`its locktime is ${locktime}`);
  assertRecent(effects, locktime, time);
};
