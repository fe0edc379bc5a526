import type { CampaignRecord } from '@weir/infra';
import { parseParty, type Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { isViewer, type Viewer } from '../../shared/viewer.js';
import type { AirdropContext } from '../airdrop-context.js';
import { actsForCreator } from '../load-campaign.js';

const actsAsCreator = (campaign: CampaignRecord, viewer: Viewer, context: AirdropContext): Promise<boolean> =>
  actsForCreator(campaign, parseParty(viewer.address, context.network, 'x-user-address').hashHex, context);

/**
 * Who may see an address's row of a list: everybody of an open one; else whoever the address belongs to (authenticated, or by name
 * where callers are not verified), and the creator, whose address is public and who must be authenticated wherever the service
 * runs. Whether the address is on the list at all must not show in what is refused.
 *
 * @throws ServiceError CALLER_REQUIRED, FORBIDDEN
 */
export const assertMaySeeRow = async (
  campaign: CampaignRecord,
  row: Party,
  viewer: Viewer | undefined,
  context: AirdropContext,
): Promise<void> => {
  if (campaign.publicList || isViewer(viewer, row, context.network)) return;
  const isNamedCreator = viewer !== undefined && (await actsAsCreator(campaign, viewer, context));
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
