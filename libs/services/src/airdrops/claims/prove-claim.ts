import { hexToBin } from '@bitauth/libauth';
import {
  type AirdropCoin,
  type CountClaimProof,
  type PublicClaim,
  publicLaneOf,
  type WhitelistClaim,
} from '@weir/covenants';
import type { CampaignRecord, LaneState } from '@weir/infra';
import { laneOfRow } from '@weir/merkle';
import { usableTime } from '../../shared/chain-time.js';
import type { Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { NO_START } from '../campaign-terms.js';
import { toAirdropCoin } from '../chain/record-lane.js';
import { type BuiltCampaign, contractOf } from '../load-campaign.js';
import { notEligible } from '../whitelist/whitelist-proof.js';

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

/** Makes the refusal of an address that has made all the claims it may. */
export const limitReached = (campaign: CampaignRecord, claimed: number, txHash: string | null): ServiceError =>
  new ServiceError('CLAIM_LIMIT_REACHED', `The address has made ${claimed} of ${campaign.maxClaimsPerAddress} claims`, {
    claimed,
    maxClaimsPerAddress: campaign.maxClaimsPerAddress,
    ...(txHash !== null && { txHash }),
  });

const assertActive = ({ status }: CampaignRecord): void => {
  if (status === 'ACTIVE') return;
  const next = status === 'PENDING' ? '; it must be funded first' : '';
  throw new ServiceError('WRONG_STATE', `The campaign is ${status}${next}: nothing can be claimed`, { status });
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
export const claimRights = async (context: AirdropContext, campaign: CampaignRecord, claimer: Party) => {
  if (campaign.status === 'PENDING') assertActive(campaign);
  const loaded = await contractOf(context, campaign);
  const share = await shareOf(context, campaign, loaded, claimer);
  const claims = await context.airdrops.claimsBy(campaign.id, claimer.hashHex);
  if (claims.length >= campaign.maxClaimsPerAddress)
    throw limitReached(campaign, claims.length, claims.at(-1)?.txHash ?? null);
  assertActive(campaign);
  const asOf = await usableTime(context);
  assertWindow(campaign, asOf);
  return { campaign, loaded, claimer, ...share, asOf };
};

/**
 * Says why a lane of a campaign open to everybody pays no claim: its share is used up while others are not, or it is closed. The
 * contract fixes the lane of an address, so what is left in other lanes is for other addresses, perhaps of the same wallet.
 *
 * @returns LANE_EXHAUSTED, or WRONG_STATE where it was closed, or where nothing is left anywhere
 */
const refusedByLane = async (
  { airdrops }: Pick<AirdropContext, 'airdrops'>,
  { id, status }: CampaignRecord,
  lane: number,
): Promise<ServiceError> => {
  const lanes = await airdrops.lanesOf(id);
  const own = lanes.find((each) => each.lane === lane);
  const open = lanes.filter(({ state, claims, claimsDue }) => state !== null && claims < claimsDue);
  const claimsLeft = open.reduce((sum, { claims, claimsDue }) => sum + claimsDue - claims, 0);
  if (own === undefined || own.claims < own.claimsDue || claimsLeft === 0)
    return new ServiceError('WRONG_STATE', 'The lane that pays this address is closed', {
      status,
      lane,
    });
  return new ServiceError(
    'LANE_EXHAUSTED',
    `The lane that pays this address (${lane}) has no claims left. Other lanes have ${claimsLeft}: GET /api/airdrops/${id}/lanes?addresses= says which addresses of the wallet can claim`,
    { lane, claimsLeft, lanesWithRoom: open.map((each) => each.lane) },
  );
};

/** A claim with its proof on a lane as it stands. */
export type LaneClaim =
  | { readonly kind: 'WHITELIST'; readonly claim: WhitelistClaim; readonly claimNumber: number }
  | { readonly kind: 'PUBLIC'; readonly claim: PublicClaim; readonly claimNumber: number };

const coinOf = (state: LaneState | null, { funding }: CampaignRecord): AirdropCoin | undefined =>
  state === null || funding === null ? undefined : toAirdropCoin(state, funding.category);

/** Whether a lane of a campaign open to everybody has paid all its claims. */
const isUsedUp = ({ state }: AirdropCoin, { parameters: { claims, lanes } }: PublicClaim['contract']): boolean =>
  state.claims >= claims / lanes;

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
  if (loaded.kind === 'PUBLIC') {
    const { tree, head } = await trees.countsAt(campaign, lane);
    const { count: claimed, siblings } = tree.proof(claimer.hash);
    if (claimed >= campaign.maxClaimsPerAddress) return refuse(claimed);
    const coin = coinOf(head, campaign);
    if (coin === undefined || isUsedUp(coin, loaded.contract)) throw await refusedByLane({ airdrops }, campaign, lane);
    const proof: CountClaimProof = { hash: claimer.hash, claimed, siblings };
    return { kind: 'PUBLIC', claim: { contract: loaded.contract, coin, locktime, proof }, claimNumber: claimed + 1 };
  }
  const { tree, head } = await trees.whitelistAt(loaded.tree, lane);
  if (row === null || tree.isSpent(row)) return refuse(1);
  const coin = coinOf(head, campaign);
  if (coin === undefined) {
    const { status } = campaign;
    throw new ServiceError('WRONG_STATE', 'The lane that pays this address is closed', {
      status,
      lane,
    });
  }
  return {
    kind: 'WHITELIST',
    claim: { contract: loaded.contract, coin, locktime, proof: tree.proof(row) },
    claimNumber: 1,
  };
};
