import type { CampaignRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';

/** What the lanes of a campaign open to everybody have left. */
export interface LanesLeft {
  /** How many claims the other lanes still pay. */
  readonly claimsLeft: number;
  readonly lanesWithRoom: readonly number[];
}

/**
 * Says why a lane of a campaign open to everybody pays no claim: its share is used up while others are not, or it is closed. The
 * contract fixes the lane of an address, so what is left in other lanes is for other addresses, perhaps of the same wallet.
 *
 * @returns LANE_EXHAUSTED, or WRONG_STATE where it was closed, or where nothing is left anywhere
 */
export const refusedByLane = async (
  { airdrops }: Pick<AirdropContext, 'airdrops'>,
  { id, status }: CampaignRecord,
  lane: number,
): Promise<ServiceError> => {
  const lanes = await airdrops.lanesOf(id);
  const own = lanes.find((each) => each.lane === lane);
  const open = lanes.filter(({ state, claims, claimsDue }) => state !== null && claims < claimsDue);
  const claimsLeft = open.reduce((sum, { claims, claimsDue }) => sum + claimsDue - claims, 0);
  if (own === undefined || own.claims < own.claimsDue || claimsLeft === 0)
    return new ServiceError('WRONG_STATE', 'The part of the campaign that pays this address is closed', {
      status,
      lane,
    });
  return new ServiceError(
    'LANE_EXHAUSTED',
    `The part of the campaign that pays this address (lane ${lane}) is used up. ${claimsLeft} claims are left for addresses of other lanes: GET /api/airdrops/${id}/lanes?addresses= tells which addresses of the wallet can claim`,
    { lane, claimsLeft, lanesWithRoom: open.map((each) => each.lane) },
  );
};
