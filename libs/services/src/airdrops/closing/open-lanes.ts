import { airdropClosableFrom, type AirdropCoin } from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toAirdropCoin } from '../chain/lane-coin.js';
import { lookAhead } from '../chain/look-ahead.js';
import { syncLane } from '../chain/sync-lane.js';
import { finishLane } from './finish-lane.js';

/** A lane that its creator can close. */
export interface OpenLane {
  readonly record: LaneRecord;
  readonly coin: AirdropCoin;
}

/** Checks that a campaign is active. @throws ServiceError WRONG_STATE */
export const assertActive = ({ status }: CampaignRecord): void => {
  if (status !== 'ACTIVE')
    throw new ServiceError('WRONG_STATE', `The campaign is ${status}; only an ACTIVE one can be cancelled`, { status });
};

/**
 * Returns the locktime that a close needs, Unix seconds.
 *
 * @throws ServiceError NOT_CANCELABLE before the contract allows one
 */
export const closableAt = async (
  context: AirdropContext,
  { contract }: LoadedContract,
  { endDate }: CampaignRecord,
): Promise<bigint> => {
  const asOf = await onChain(() => usableTime(context));
  if (asOf >= airdropClosableFrom(contract.parameters)) return asOf;
  const message =
    'The campaign was created as not cancelable, and its contract enforces that: what is left returns to the creator after its end';
  throw new ServiceError('NOT_CANCELABLE', message, { cancelable: false, endDate, asOf: Number(asOf) });
};

const openAs = ({ funding }: CampaignRecord, record: LaneRecord): OpenLane | undefined =>
  record.state !== null && funding !== null
    ? { record, coin: toAirdropCoin(record.state, funding.category) }
    : undefined;

/** Brings one lane up to the chain; undefined when it is closed. */
export const openLane = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  loaded: LoadedContract,
  lane: LaneRecord,
): Promise<OpenLane | undefined> => {
  const synced = await syncLane(context, campaign, loaded, lane);
  const record = await finishLane(context, campaign, loaded, synced);
  return openAs(campaign, record);
};

/** Brings the lanes of a campaign up to the chain and returns those that are open. @throws ServiceError CHAIN_UNAVAILABLE */
export const openLanes = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  loaded: LoadedContract,
): Promise<OpenLane[]> => {
  const lanes = await context.airdrops.lanesOf(campaign.id);
  const ahead = await onChain(() => lookAhead(context, lanes, loaded));
  const open: OpenLane[] = [];
  for (const lane of lanes) {
    const found = ahead.doubtful.has(lane)
      ? await openLane(ahead.context, campaign, loaded, lane)
      : openAs(campaign, lane);
    if (found !== undefined) open.push(found);
  }
  return open;
};
