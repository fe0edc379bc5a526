import { findPaydayTermsProblem, type Paydays, type PaydayTermsProblem } from '@weir/calendar';
import { LEAST_LOCAL_NOTICE, LEAST_PLAN_NOTICE, MAX_PLAN_NOTICE, MAX_TIME, P2SH32_DUST } from '@weir/kinds';
import { MAX_PRICE, type PriceBounds } from '@weir/payments';
import { isParty, type Party } from '../chain/party.js';

/** What an oracle's prices are: a currency, and how small its units are. */
export interface OracleUnit {
  /** Three capital letters. */
  readonly currency: string;
  /** Decimals of a price: 2 where the oracle signs cents for one BCH. */
  readonly decimals: number;
}

/** When periods fall due: after equal times, or on days of the calendar. */
export type CurrencyRhythm =
  | {
      /** From one due date to the next. */
      readonly interval: bigint;
      readonly paydays?: undefined;
    }
  | { readonly interval?: undefined; readonly paydays: Paydays };

/** What all payments of one funding share, as announced. Amounts in satoshis, times in seconds, prices in the oracle's smallest units. */
export type CurrencyPlanTerms = CurrencySharedTerms & CurrencyRhythm;

/** The terms but for the dates. */
export interface CurrencySharedTerms extends PriceBounds, OracleUnit {
  /** Locking bytecode of the sender, who stops and resumes by a coin at input 0, and gets what returns. */
  readonly sender: Party;
  /** 16 random bytes, so that two fundings of equal terms have different addresses. */
  readonly nonce: Uint8Array;
  /** Public key of the oracle, compressed. */
  readonly oracle: Uint8Array;
  /** After which, and again and again, another message may fix the price of a date. */
  readonly grace: bigint;
  /** Blocks between a pause or cancel and its settling or refund. */
  readonly noticeBlocks: number;
  readonly pausable: boolean;
  /** What fixing a price may take for its fee. */
  readonly fee: bigint;
  /** What every other keyless transaction may take for its fee. */
  readonly bound: bigint;
  /** What no payment's fee takes. */
  readonly floor: bigint;
  /** What no payment to the recipient takes. */
  readonly reserve: bigint;
  /** The smallest top-up. */
  readonly least: bigint;
}

/** The rule that the terms of payments in a currency break. */
export type CurrencyTermsProblem =
  | 'MALFORMED'
  /** The sender is of no standard kind: nodes would not relay what returns to them. */
  | 'SENDER_NOT_STANDARD'
  /** Not three capital letters, or more than eight decimals. */
  | 'UNIT_UNSOUND'
  | 'ORACLE_KEY_MALFORMED'
  | 'INTERVAL_OUT_OF_RANGE'
  | PaydayTermsProblem
  /** A grace near the oracle's own pace would let anybody who pays choose the message. */
  | 'GRACE_OUT_OF_RANGE'
  | 'NOTICE_OUT_OF_RANGE'
  | 'BOUNDS_OUT_OF_RANGE'
  /** Less than a transaction of its kind costs, or so much that strangers could burn the money by fees. */
  | 'FEE_OUT_OF_RANGE'
  | 'BOUND_OUT_OF_RANGE'
  /** Less than the bound and an output to the sender: the payment could not end. */
  | 'FLOOR_OUT_OF_RANGE'
  /** Too small to pay a fee above the floor, or negative when read by the script. */
  | 'RESERVE_OUT_OF_RANGE'
  /** Below the bound, so that each top-up could cost more than it brings. */
  | 'LEAST_TOP_UP_OUT_OF_RANGE';

const NONCE_LENGTH = 16;
const KEY_LENGTH = 33;
/** Shortest interval and grace, seconds. */
const HOUR = 3_600n;
/** Most decimals of a price. */
const MAX_DECIMALS = 8;
const CURRENCY = /^[A-Z]{3}$/u;

/** Fees of the longest transaction of each kind at the relay minimum, and ten times as much. */
const LIMITS = { fee: { least: 740n, most: 10_500n }, bound: { least: 1_530n, most: 17_800n } } as const;
const CALENDAR_LIMITS = { fee: { least: 810n, most: 10_500n }, bound: { least: 1_700n, most: 17_800n } } as const;
/** Largest reserve: a positive number of three bytes, signed. */
const MAX_RESERVE = 8_388_607n;
/** Largest of the smallest top-ups: a positive number of five bytes, signed. */
const MAX_LEAST = 549_755_813_887n;

/** What a state's output needs to be relayed beside the bound that its end takes, satoshis. */
const BESIDE_BOUND = 650n;
const FEE = 1_050n;
const BOUND = 1_780n;
/** Prices that can be fixed while there is no money, by nobody's coin. */
const SPARE_FIXINGS = 12n;
const FLOOR = BOUND + BESIDE_BOUND;

/** The satoshis that builders give to new payments for fees. */
export const DEFAULT_CURRENCY_FEES = {
  fee: FEE,
  bound: BOUND,
  floor: FLOOR,
  reserve: FLOOR + SPARE_FIXINGS * FEE,
} as const;

/** After how many seconds another message may fix a price, by default: a day. */
export const DEFAULT_GRACE = 86_400n;

/** Of a period, by default: the smallest top-up. Each moves the state, and then a cancel has to be signed again. */
const LEAST_DIVISOR = 50n;

/** Returns the smallest top-up that builders give to a payment. @param period what a period comes to today, satoshis */
export const leastTopUpOf = (period: bigint): bigint => {
  const part = period / LEAST_DIVISOR;
  if (part > MAX_LEAST) return MAX_LEAST;
  return part < BOUND ? BOUND : part;
};

const isWithin = (value: bigint, least: bigint, most: bigint): boolean => value >= least && value <= most;

const isKey = (key: Uint8Array): boolean => key.length === KEY_LENGTH && (key[0] === 2 || key[0] === 3);

const rhythmProblem = ({ interval, paydays }: CurrencyRhythm): CurrencyTermsProblem | undefined => {
  if (paydays !== undefined) return findPaydayTermsProblem(paydays);
  return isWithin(interval, HOUR, MAX_TIME) ? undefined : 'INTERVAL_OUT_OF_RANGE';
};

const feesProblem = (terms: CurrencyPlanTerms): CurrencyTermsProblem | undefined => {
  const { fee, bound, floor, reserve, least } = terms;
  const limits = terms.paydays === undefined ? LIMITS : CALENDAR_LIMITS;
  if (!isWithin(fee, limits.fee.least, limits.fee.most)) return 'FEE_OUT_OF_RANGE';
  if (!isWithin(bound, limits.bound.least, limits.bound.most)) return 'BOUND_OUT_OF_RANGE';
  if (floor < bound + P2SH32_DUST || floor > MAX_RESERVE) return 'FLOOR_OUT_OF_RANGE';
  if (reserve < floor + bound || reserve < floor + fee || reserve > MAX_RESERVE) return 'RESERVE_OUT_OF_RANGE';
  return isWithin(least, bound, MAX_LEAST) ? undefined : 'LEAST_TOP_UP_OUT_OF_RANGE';
};

/**
 * Returns the first rule that the terms of payments in a currency break, or undefined where they are sound. The same check serves what
 * a user asks for and what an announcement claims.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks
 */
export const findCurrencyTermsProblem = (terms: CurrencyPlanTerms, local = false): CurrencyTermsProblem | undefined => {
  const { sender, nonce, oracle, grace, noticeBlocks, lowest, highest, currency, decimals } = terms;
  if (nonce.length !== NONCE_LENGTH) return 'MALFORMED';
  if (!isParty(sender)) return 'SENDER_NOT_STANDARD';
  if (!CURRENCY.test(currency) || !Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    return 'UNIT_UNSOUND';
  if (!isKey(oracle)) return 'ORACLE_KEY_MALFORMED';
  const problem = rhythmProblem(terms);
  if (problem !== undefined) return problem;
  if (!isWithin(grace, HOUR, MAX_TIME)) return 'GRACE_OUT_OF_RANGE';
  const leastNotice = local ? LEAST_LOCAL_NOTICE : LEAST_PLAN_NOTICE;
  if (!Number.isInteger(noticeBlocks) || noticeBlocks < leastNotice || noticeBlocks > MAX_PLAN_NOTICE)
    return 'NOTICE_OUT_OF_RANGE';
  if (lowest < 1n || highest < lowest || highest > MAX_PRICE) return 'BOUNDS_OUT_OF_RANGE';
  return feesProblem(terms);
};
