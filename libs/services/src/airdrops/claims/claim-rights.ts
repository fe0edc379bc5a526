import { hexToBin } from '@bitauth/libauth';
import { publicLaneOf } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { laneOfRow } from '@weir/merkle';
import { onChain } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import type { Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { NO_START } from '../campaign-terms.js';
import { contractOf } from '../load-campaign.js';
import { notEligible } from '../whitelist/whitelist-proof.js';

/** A claim that an address may make now, as far as the database knows. */
export interface ClaimRights {
  readonly campaign: CampaignRecord;
  readonly loaded: LoadedContract;
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
  throw new ServiceError('WRONG_STATE', `The campaign is ${status}${next}: there is nothing to claim from`, { status });
};

const assertWindow = ({ startDate, endDate }: CampaignRecord, asOf: bigint): void => {
  const isEarly = asOf < BigInt(startDate);
  if (!isEarly && (endDate === null || asOf < BigInt(endDate))) return;
  const what = isEarly
    ? "The campaign has not started. Claims follow the chain's median time, which lags the clock by about an hour"
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
export const claimRights = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  claimer: Party,
): Promise<ClaimRights> => {
  if (campaign.status === 'PENDING') assertActive(campaign);
  const loaded = await contractOf(context, campaign);
  const share = await shareOf(context, campaign, loaded, claimer);
  const claims = await context.airdrops.claimsBy(campaign.id, claimer.hashHex);
  if (claims.length >= campaign.maxClaimsPerAddress)
    throw limitReached(campaign, claims.length, claims.at(-1)?.txHash ?? null);
  assertActive(campaign);
  const asOf = await onChain(() => usableTime(context));
  assertWindow(campaign, asOf);
  return { campaign, loaded, claimer, ...share, asOf };
};
