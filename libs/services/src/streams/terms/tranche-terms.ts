import { binToHex } from '@bitauth/libauth';
import type { ErrorCode, TokenType } from '@weir/api-contract/words';
import {
  encodeTranches,
  findTranchesProblem,
  MAX_TRANCHES_TOTAL,
  type Tranche,
  type TranchesProblem,
  tranchesTotal,
} from '@weir/calendar';
import { type Network, P2SH32_DUST } from '@weir/covenants';
import { leastPaidOf, MAX_TRANCHES, trancheDefaults } from '@weir/kinds';
import { describeAmount, parseAmount } from '../../shared/amounts.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { parseNotice } from '../../shared/parse-notice.js';
import { parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';

type GivenTranches = NonNullable<CreateStreamInput['tranches']>;
type TranchesInput = CreateStreamInput & { readonly tranches: GivenTranches };

/** Fields that the tranches say, too. */
const SAID = ['startTime', 'endTime', 'cliffTimestamp', 'intervalSeconds'] as const;

const refused = (code: ErrorCode, field: string, why: string): ServiceError =>
  new ServiceError(code, `${field} ${why}`, { field });

/** @throws ServiceError INVALID_REQUEST for a field that says the same otherwise, or another kind of stream */
const assertAlone = (input: TranchesInput): void => {
  if (input.streamType !== 'STEP')
    throw refused('INVALID_REQUEST', 'streamType', 'must be STEP with tranches: each date is a step of its own');
  for (const field of SAID)
    if (input[field] !== undefined)
      throw refused('INVALID_REQUEST', field, 'must be omitted with tranches: their dates say when it vests');
};

const REFUSALS: Readonly<Record<TranchesProblem['code'], readonly [code: ErrorCode, field: string, why: string]>> = {
  NO_TRANCHES: ['INVALID_REQUEST', '', 'must have at least one entry'],
  TOO_MANY_TRANCHES: ['INVALID_REQUEST', '', `must have at most ${MAX_TRANCHES} entries`],
  TOTAL_OUT_OF_RANGE: ['INVALID_AMOUNT', '', `must not add up to more than ${MAX_TRANCHES_TOTAL.toString()} units`],
  DATE_OUT_OF_RANGE: ['INVALID_TIME', '.time', 'must be from 500,000,000 to 4,294,967,294, Unix seconds'],
  DATE_NOT_ASCENDING: ['INVALID_TIME', '.time', 'must be later than the time of the entry before'],
  AMOUNT_TOO_SMALL: ['INVALID_AMOUNT', '.amount', 'is too small to be paid out'],
};

const refusalOf = ({ code: problem, tranche }: TranchesProblem): ServiceError => {
  const [code, field, why] = REFUSALS[problem];
  return refused(code, tranche === 0 ? 'tranches' : `tranches[${tranche - 1}]${field}`, why);
};

/**
 * Reads dates and amounts.
 *
 * @param total what they add up to
 * @param name what the request calls it
 * @returns columns
 * @throws ServiceError INVALID_REQUEST, INVALID_AMOUNT, INVALID_TIME
 */
export const parseTranches = (given: GivenTranches, total: bigint, name: string, tokenType: TokenType) => {
  const tranches = given.map(({ time, amount }, place): Tranche => ({
    at: parseTime(time, `tranches[${place}].time`),
    amount: parseAmount(amount, `tranches[${place}].amount`, tokenType, P2SH32_DUST),
  }));
  const problem = findTranchesProblem(tranches, leastPaidOf(tokenType));
  if (problem !== undefined) throw refusalOf(problem);
  const sum = tranchesTotal(tranches);
  if (sum !== total)
    throw refused(
      'INVALID_AMOUNT',
      name,
      `is ${describeAmount(total, tokenType)}, but the tranches add up to ${describeAmount(sum, tokenType)}`,
    );
  const [first, last] = [tranches[0]?.at ?? 0n, tranches.at(-1)?.at ?? 0n];
  return {
    totalAmount: total,
    trancheList: binToHex(encodeTranches(tranches)),
    // As of a lock for one moment: nothing vests before the first date.
    startTime: Number(first) - 1,
    endTime: Number(last),
    cliffTimestamp: null,
  };
};

/**
 * Reads the terms of a stream that vests on dates of its own.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_AMOUNT, INVALID_TIME
 */
export const parseTrancheTerms = (input: TranchesInput, network: Network) => {
  assertAlone(input);
  const asset = parseAsset(input);
  const { tokenType } = asset;
  const total = parseAmount(input.totalAmount, 'totalAmount', tokenType, P2SH32_DUST);
  const { cancelable, cancelNoticeBlocks } = trancheDefaults(input, { network });
  return {
    ...asset,
    ...parseTranches(input.tranches, total, 'totalAmount', tokenType),
    streamType: 'STEP' as const,
    intervalSeconds: null,
    recurring: null,
    cancelable,
    cancelNoticeBlocks: parseNotice(cancelNoticeBlocks, network),
  };
};
