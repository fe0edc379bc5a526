import type { CampaignRecord } from '@weir/infra';
import { parseParty, type Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { isViewer, type Viewer } from '../../shared/viewer.js';
import type { AirdropContext } from '../airdrop-context.js';
import { actsForCreator } from '../load-campaign.js';

const actsAsCreator = (context: AirdropContext, campaign: CampaignRecord, viewer: Viewer): Promise<boolean> =>
  actsForCreator(context, campaign, parseParty(viewer.address, context.network, 'x-user-address').hashHex);

/**
 * Checks that the caller may see an address's row. Everybody may see the rows of a public list. Those of a private one
 * are for the address itself (authenticated, or named where callers are not verified) and for the creator, who must
 * always be authenticated since their address is public. A refusal must not show whether the address is on the list.
 *
 * @throws ServiceError CALLER_REQUIRED, FORBIDDEN
 */
export const assertMaySeeRow = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  row: Party,
  viewer: Viewer | undefined,
): Promise<void> => {
  if (campaign.publicList || isViewer(viewer, row, context.network)) return;
  const isNamedCreator = viewer !== undefined && (await actsAsCreator(context, campaign, viewer));
  if (isNamedCreator && viewer.isAuthenticated) return;
  if (viewer === undefined || isNamedCreator)
    throw new ServiceError(
      'CALLER_REQUIRED',
      'The list of this campaign is private: ask as the address of the row, or prove with a bearer (POST /api/auth/nonce) that you are the creator',
      { address: row.address },
    );
  throw new ServiceError(
    'FORBIDDEN',
    'The list of this campaign is private: a row is shown to the address that it is for, and to the creator',
    { address: row.address },
  );
};
