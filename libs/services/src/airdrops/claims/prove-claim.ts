import { hexToBin } from '@bitauth/libauth';
import { type CountClaimProof, type PublicClaim, publicLaneOf, type WhitelistClaim } from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { laneOfRow } from '@weir/merkle';
import { usableTime } from '../../shared/chain-time.js';
import type { Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import { NO_START } from '../campaign/campaign-terms.js';
import type { BuiltCampaign, FoundCampaign } from '../campaign/load-campaign.js';
import { toAirdropCoin } from '../chain/lane-steps.js';

/** A claim that an address may make now, as far as the database knows. */
export interface ClaimRights extends BuiltCampaign {
  readonly claimer: Party;
  readonly lane: number;
  /** Of a list. */
  readonly row: number | null;
  /** Units of the asset. */
  readonly amount: bigint;
  readonly asOf: bigint;
}

/** Makes the refusal of an address that is not on the list. */
export const notEligible = (address: string): ServiceError =>
  new ServiceError('NOT_ELIGIBLE', "The address is not on the campaign's list", { address });

/** Makes the refusal of an address that has made all the claims it may. */
export const limitReached = (campaign: CampaignRecord, claimed: number, txHash: string | null): ServiceError =>
  new ServiceError('CLAIM_LIMIT_REACHED', `The address has made ${claimed} of ${campaign.maxClaimsPerAddress} claims`, {
    claimed,
    maxClaimsPerAddress: campaign.maxClaimsPerAddress,
    ...(txHash !== null && { txHash }),
  });

const notActive = ({ status }: CampaignRecord): ServiceError => {
  const next = status === 'PENDING' ? '; it must be funded first' : '';
  return new ServiceError('WRONG_STATE', `The campaign is ${status}${next}: nothing can be claimed`, { status });
};

const assertWindow = ({ startDate, endDate }: CampaignRecord, asOf: bigint): void => {
  const isEarly = asOf < BigInt(startDate);
  if (!isEarly && (endDate === null || asOf < BigInt(endDate))) return;
  const what = isEarly
    ? "The campaign has not started. The chain's median time counts, about an hour behind the clock"
    : 'The campaign has ended';
  throw new ServiceError('OUTSIDE_CLAIM_WINDOW', what, {
    startDate: startDate === NO_START ? null : startDate,
    endDate,
    asOf: Number(asOf),
  });
};

const shareOf = async (
  { airdrops }: AirdropContext,
  campaign: CampaignRecord,
  loaded: LoadedContract,
  claimer: Party,
): Promise<Pick<ClaimRights, 'lane' | 'row' | 'amount'>> => {
  if (loaded.kind === 'PUBLIC') {
    const { parameters } = loaded.contract;
    return { lane: publicLaneOf(parameters, hexToBin(claimer.hashHex)), row: null, amount: parameters.amount };
  }
  const listed = await airdrops.findRecipient(campaign.id, claimer.hashHex);
  if (listed === undefined) throw notEligible(claimer.address);
  return { lane: laneOfRow(listed.row, { lanes: loaded.tree.lanes, laneDepth: loaded.tree.depth }), ...listed };
};

/**
 * Works out what an address may claim of a campaign.
 *
 * @throws ServiceError NOT_ELIGIBLE, WRONG_STATE, OUTSIDE_CLAIM_WINDOW, CLAIM_LIMIT_REACHED, CHAIN_UNAVAILABLE
 */
export const claimRights = async (context: AirdropContext, { campaign, loaded }: FoundCampaign, claimer: Party) => {
  if (campaign.status === 'PENDING' || loaded === undefined) throw notActive(campaign);
  const share = await shareOf(context, campaign, loaded, claimer);
  const claims = await context.airdrops.claimsBy(campaign.id, claimer.hashHex);
  if (claims.length >= campaign.maxClaimsPerAddress)
    throw limitReached(campaign, claims.length, claims.at(-1)?.txHash ?? null);
  if (campaign.status !== 'ACTIVE') throw notActive(campaign);
  const asOf = await usableTime(context);
  assertWindow(campaign, asOf);
  return { campaign, loaded, claimer, ...share, asOf };
};

const laneClosed = ({ status }: Pick<CampaignRecord, 'status'>, lane: number): ServiceError =>
  new ServiceError('WRONG_STATE', 'The lane that pays this address is closed', { status, lane });

/**
 * Says why a lane of a campaign open to everybody pays no claim: its share is used up while others are not, or it is closed. The
 * contract fixes the lane of an address, so what is left in other lanes is for other addresses, perhaps of the same wallet.
 *
 * @returns LANE_EXHAUSTED, or WRONG_STATE where it was closed, or where nothing is left anywhere
 */
const refusedByLane = (lanes: readonly LaneRecord[], { id, status }: CampaignRecord, lane: number): ServiceError => {
  const own = lanes.find((each) => each.lane === lane);
  const open = lanes.filter(({ state, claims, claimsDue }) => state !== null && claims < claimsDue);
  const claimsLeft = open.reduce((sum, { claims, claimsDue }) => sum + claimsDue - claims, 0);
  if (own === undefined || own.claims < own.claimsDue || claimsLeft === 0) return laneClosed({ status }, lane);
  return new ServiceError(
    'LANE_EXHAUSTED',
    `The lane that pays this address (${lane}) has no claims left. Other lanes have ${claimsLeft}: GET /api/airdrops/${id}/lanes?addresses= says which addresses of the wallet can claim`,
    { lane, claimsLeft, lanesWithRoom: open.map((each) => each.lane) },
  );
};

/** A claim with its proof on a lane as it is. */
export type LaneClaim =
  | { readonly kind: 'WHITELIST'; readonly claim: WhitelistClaim; readonly claimNumber: number }
  | { readonly kind: 'PUBLIC'; readonly claim: PublicClaim; readonly claimNumber: number };

/**
 * Proves a claim on the latest recorded state of its lane, so that it builds on claims that are not mined yet.
 *
 * @throws ServiceError CLAIM_LIMIT_REACHED, LANE_EXHAUSTED, WRONG_STATE
 */
export const proveClaim = async (
  { airdrops, trees }: AirdropContext,
  { campaign, loaded, claimer, lane, row, asOf: locktime }: ClaimRights,
): Promise<LaneClaim> => {
  // Found on the chain since the claimer's rights were read: made by an attempt whose answer was lost, for instance. Reported
  // even where it was the lane's last claim.
  const refuse = async (claimed: number): Promise<never> => {
    throw limitReached(
      campaign,
      claimed,
      (await airdrops.claimsBy(campaign.id, claimer.hashHex)).at(-1)?.txHash ?? null,
    );
  };
  const { funding } = campaign;
  if (loaded.kind === 'PUBLIC') {
    const { contract } = loaded;
    const { tree, head } = await trees.countsAt(campaign, lane);
    const { count: claimed, siblings } = tree.proof(claimer.hash);
    if (claimed >= campaign.maxClaimsPerAddress) return refuse(claimed);
    const { claims, lanes } = contract.parameters;
    const coin = head && funding && toAirdropCoin(head, funding.category);
    // A lane of a campaign that is open to everybody is used up when it has paid its share of the claims.
    if (!coin || coin.state.claims >= claims / lanes)
      throw refusedByLane(await airdrops.lanesOf(campaign.id), campaign, lane);
    const proof: CountClaimProof = { hash: claimer.hash, claimed, siblings };
    return { kind: 'PUBLIC', claim: { contract, coin, locktime, proof }, claimNumber: claimed + 1 };
  }
  const { contract } = loaded;
  const { tree, head } = await trees.whitelistAt(loaded.tree, lane);
  if (row === null || tree.isSpent(row)) return refuse(1);
  const proof = tree.proof(row);
  if (head === null || funding === null) throw laneClosed(campaign, lane);
  const coin = toAirdropCoin(head, funding.category);
  return { kind: 'WHITELIST', claim: { contract, coin, locktime, proof }, claimNumber: 1 };
};
