import { MAX_AIRDROP_LANES, MAX_CLAIM_LIMIT, MAX_PUBLIC_CLAIMS } from '@weir/covenants';
import { campaignDefaults } from '@weir/kinds';
import { MIN_TIME } from '@weir/vesting';
import { parseAmount } from '../../shared/amounts.js';
import { parseAsset, type ParsedAsset } from '../../shared/parse-asset.js';
import { invalidTime, parseReachable } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateCampaignInput } from './airdrops.types.js';
import { minRowOf, parseVesting } from './campaign-vesting.js';

/** The start of a campaign without one, Unix seconds: every contract checks a start, and this one is always past. */
export const NO_START = Number(MIN_TIME);

const invalid = (message: string, field: string, given: unknown): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field, given });

const parseLanes = (lanes: number | undefined): number | null => {
  if (lanes === undefined) return null;
  if (Number.isInteger(lanes) && lanes >= 1 && lanes <= MAX_AIRDROP_LANES && (lanes & (lanes - 1)) === 0) return lanes;
  throw invalid(`lanes must be a power of two from 1 to ${MAX_AIRDROP_LANES}`, 'lanes', lanes);
};

const parseLimit = (limit: number, requireKyc: boolean): number => {
  if (requireKyc && limit !== 1)
    throw invalid('maxClaimsPerAddress must be 1 for a list: every row is claimed once', 'maxClaimsPerAddress', limit);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_CLAIM_LIMIT) return limit;
  throw invalid(`maxClaimsPerAddress must be from 1 to ${MAX_CLAIM_LIMIT}`, 'maxClaimsPerAddress', limit);
};

const parseWindow = ({ startDate, endDate }: Omit<CreateCampaignInput, 'title'>, cancelable: boolean, now: number) => {
  const start = startDate === undefined ? undefined : Number(parseReachable(startDate, 'startDate'));
  const end = endDate === undefined ? null : Number(parseReachable(endDate, 'endDate'));
  if (end !== null && end <= (start ?? now))
    throw invalidTime('endDate', start === undefined ? 'must be in the future' : 'must be after startDate', end);
  if (end === null && !cancelable)
    throw invalid(
      'endDate is required when cancelable is false: otherwise unclaimed funds could never return',
      'endDate',
      null,
    );
  return { startDate: start ?? NO_START, endDate: end };
};

const parseAmountPerClaim = (
  { amountPerClaim }: Omit<CreateCampaignInput, 'title'>,
  { tokenType }: ParsedAsset,
  requireKyc: boolean,
  total: bigint,
): bigint | null => {
  if (amountPerClaim === undefined) {
    if (requireKyc) return null;
    throw invalid('amountPerClaim is required for a campaign without a list', 'amountPerClaim', null);
  }
  const amount = parseAmount(amountPerClaim, 'amountPerClaim', tokenType);
  // Where there is a list, its rows say what each claim pays.
  if (amount <= total) return requireKyc ? null : amount;
  throw new ServiceError('INVALID_AMOUNT', 'amountPerClaim is more than totalAmount', {
    field: 'amountPerClaim',
    given: amountPerClaim,
  });
};

const parsePublicList = (publicList: boolean, requireKyc: boolean): boolean => {
  if (publicList && !requireKyc)
    throw invalid('publicList is for a campaign with a list: set requireKyc too', 'publicList', true);
  return publicList;
};

/**
 * Reads the terms of a campaign and fills in the defaults: no claim window, open to everybody, one claim per address, cancelable,
 * fees of claims paid by the campaign however many they are.
 *
 * @param now Unix seconds
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST, SCHEDULE_UNSOUND
 */
export const parseCampaignTerms = (input: Omit<CreateCampaignInput, 'title'>, now: number) => {
  const { requireKyc, cancelable, publicList, sponsorFees, maxClaimsPerAddress } = campaignDefaults(input);
  const asset = parseAsset(input);
  const vesting = parseVesting(input, asset);
  const totalAmount = parseAmount(input.totalAmount, 'totalAmount', asset.tokenType, minRowOf({ ...asset, vesting }));
  return {
    ...asset,
    totalAmount,
    amountPerClaim: parseAmountPerClaim(input, asset, requireKyc, totalAmount),
    maxClaimsPerAddress: parseLimit(maxClaimsPerAddress, requireKyc),
    ...parseWindow(input, cancelable, now),
    requireKyc,
    publicList: parsePublicList(publicList, requireKyc),
    vesting,
    cancelable,
    lanesAsked: parseLanes(input.lanes),
    sponsorFees,
  };
};

/** The terms of a campaign, defaults filled in. */
export type CampaignTerms = ReturnType<typeof parseCampaignTerms>;

/** Lays out a campaign that is open to everybody: as many whole claims as its total pays, the same number in each lane. */
export const publicShape = ({ totalAmount, amountPerClaim, lanesAsked }: CampaignTerms) => {
  const lanes = lanesAsked ?? 1;
  const possible = totalAmount / (amountPerClaim ?? totalAmount);
  if (possible > BigInt(MAX_PUBLIC_CLAIMS))
    throw invalid(
      `A campaign has at most ${MAX_PUBLIC_CLAIMS} claims: raise amountPerClaim`,
      'amountPerClaim',
      possible.toString(),
    );
  const claims = Number(possible) - (Number(possible) % lanes);
  if (claims === 0) throw invalid('lanes must not be more than the claims that totalAmount pays', 'lanes', lanes);
  return { lanes, claims };
};
