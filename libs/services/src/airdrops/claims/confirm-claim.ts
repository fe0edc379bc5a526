import { hexToBin } from '@bitauth/libauth';
import { describeAmount, echoesAmount } from '../../shared/amounts.js';
import { confirmationOf } from '../../shared/chain-errors.js';
import { viewTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { ConfirmClaimRequest } from '../campaign/airdrops.types.js';
import { toCampaignView, toClaimView } from '../campaign/campaign-view.js';
import { claimedLockView } from '../campaign/claimed-lock.js';
import { findCampaign } from '../campaign/load-campaign.js';
import { confirmStep } from '../chain/confirm-step.js';
import { sendOnLane } from '../chain/end-lane.js';
import { stateMoved } from '../chain/lane-steps.js';

/**
 * Records a claim, and sends it where the wallet did not.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, STATE_MOVED, TX_UNCONFIRMED, TX_MISMATCH; BroadcastRejectedError,
 * TransactionNotFoundError, TransactionHashInUseError
 */
export const confirmClaim = async (
  context: AirdropContext,
  id: string,
  { txHash, claimedAmount, txHex }: ConfirmClaimRequest,
) => {
  const found = await findCampaign(context, id);
  const { tokenType } = found.campaign;
  if (txHex !== undefined) {
    const sent = await sendOnLane(context.chain, txHex);
    // The next claim reads the lane before it is built on what overtook this one.
    if (sent === undefined) throw stateMoved();
    if (sent !== txHash)
      throw new ServiceError('TX_MISMATCH', 'txHex is not the transaction that txHash names', { txHash, sent });
  }
  const { campaign, transaction, step } = await confirmStep(context, found, txHash, {
    name: 'claim',
    mismatch: ({ kind, amount }) => {
      if (kind !== 'claim') return `The transaction is a ${kind} of this campaign, not a claim`;
      if (claimedAmount === undefined || echoesAmount(claimedAmount, amount, tokenType)) return undefined;
      return `The transaction paid ${describeAmount(amount, tokenType)}, not ${claimedAmount}`;
    },
  });
  const { status } = campaign;
  const answer = {
    ...confirmationOf(
      `The claim is recorded${status === 'COMPLETED' ? '; the campaign is completed' : ''}`,
      transaction,
    ),
    status,
    campaign: toCampaignView(campaign),
  };
  const claim = toClaimView(step);
  if (claim === undefined || step.claim === null) return answer;
  const claimer = { hash: hexToBin(step.claim.recipientHash), hashHex: step.claim.recipientHash };
  const lock = claimedLockView(context.network, campaign, claimer, claim.amount, await viewTime(context));
  return { ...answer, claim, lock };
};
