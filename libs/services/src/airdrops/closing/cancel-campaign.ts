import { airdropClosingMessage } from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { CampaignConfirmResult, CancelCampaignResult } from '../airdrops.types.js';
import { toCampaignView } from '../campaign-view.js';
import { confirmStep } from '../chain/confirm-step.js';
import { assertCreator, assertOfKey, contractOf, loadCampaign, parseActing } from '../load-campaign.js';
import { assertActive, closableAt, openLanes, type OpenLane } from './open-lanes.js';
import { signedCloses } from './sign-closes.js';

/** How many single closes one answer holds, at most: a creator with more lanes signs the message. */
const MAX_SHOWN = 16;

const heldBy = ({ coin }: OpenLane): bigint => coin.companion?.amount ?? coin.satoshis;

/** See {@link AirdropsService.cancel}. Nobody but the creator can sign the answer, so it is harmless in other hands. */
export const cancelCampaign = async (
  id: string,
  creator: string | undefined,
  caller: string | undefined,
  context: AirdropContext,
): Promise<CancelCampaignResult> => {
  const campaign = await loadCampaign(context, id);
  if (creator !== undefined)
    await assertCreator(campaign, parseActing(creator, 'creator', caller, context).address, 'creator', context);
  if (caller !== undefined) await assertCreator(campaign, caller, 'x-user-address', context);
  assertOfKey(campaign, { words: 'close', kind: 'cancel' });
  assertActive(campaign);
  const loaded = await contractOf(campaign, context);
  const asOf = await closableAt(loaded, campaign, context);
  const open = await openLanes(campaign, loaded, context);
  if (open.length === 0)
    throw new ServiceError('WRONG_STATE', 'All lanes of the campaign are closed', { status: campaign.status });
  return {
    tokenType: campaign.tokenType,
    tokenCategory: campaign.tokenCategory,
    returnedAmount: open.reduce((sum, lane) => sum + heldBy(lane), 0n),
    cancelReturnAddress: campaign.creator,
    openLanes: open.length,
    asOf: Number(asOf),
    message: airdropClosingMessage(loaded.contract.parameters.nonce),
    lanes: await signedCloses(loaded, open.slice(0, MAX_SHOWN), asOf, context),
  };
};

/** See {@link AirdropsService.confirmCancel}. */
export const confirmCancel = async (
  id: string,
  txHash: string,
  context: AirdropContext,
): Promise<CampaignConfirmResult> => {
  const expected = {
    name: 'cancel',
    mismatch: ({ kind }: { readonly kind: string }) =>
      kind === 'close' ? undefined : `The transaction is a ${kind} of this campaign, not a cancel`,
  };
  const { campaign, transaction } = await confirmStep(id, txHash, expected, context);
  const open = (await context.airdrops.lanesOf(id)).filter(({ closed }) => !closed).length;
  const message =
    open === 0
      ? 'The campaign is cancelled; what was left is back with the creator'
      : `One lane is closed; ${open} are open still: close them too, or all at once by the signed message`;
  const { confirmations, finality } = transaction;
  return { message, txHash, confirmations, finality, campaign: toCampaignView(campaign) };
};
