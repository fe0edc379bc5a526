import { binToHex, hexToBin } from '@bitauth/libauth';
import type { CampaignRecord, LaneStep } from '@weir/infra';
import { describeAmount, echoesAmount } from '../../shared/amounts.js';
import { confirmationOf } from '../../shared/chain-errors.js';
import { viewTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { ConfirmClaimRequest } from '../airdrops.types.js';
import { toCampaignView, toClaimView } from '../campaign-view.js';
import { confirmStep } from '../chain/confirm-step.js';
import { syncLane } from '../chain/sync-lane.js';
import { claimedLockView } from '../claimed-lock.js';
import { contractOf, loadCampaign } from '../load-campaign.js';
import { sendOnLane, sentTransaction, stateMoved } from './send-claim.js';

/**
 * Refuses a wallet's claim that was overtaken, after reading the lane anew, so that the next claim builds on what overtook it.
 */
const refuseOvertaken = async (context: AirdropContext, id: string, txHex: string): Promise<never> => {
  const campaign = await loadCampaign(context, id);
  const [input] = sentTransaction('', txHex).transaction.inputs;
  const spent = input && binToHex(input.outpointTransactionHash);
  const lane = (await context.airdrops.lanesOf(id)).find(
    ({ headTxHash, state }) => headTxHash === spent && state?.vout === input?.outpointIndex,
  );
  if (lane !== undefined) await syncLane(context, { campaign, loaded: await contractOf(context, campaign) }, lane);
  throw stateMoved();
};

/** Broadcasts a claim that a wallet signed but did not send. @throws ServiceError TX_MISMATCH, STATE_MOVED, BROADCAST_REJECTED */
const send = async (context: AirdropContext, id: string, txHash: string, txHex: string): Promise<void> => {
  const txid = await sendOnLane(context.chain, txHex);
  if (txid === undefined) await refuseOvertaken(context, id, txHex);
  else if (txid !== txHash)
    throw new ServiceError('TX_MISMATCH', 'txHex is not the transaction that txHash names', { txHash, sent: txid });
};

/** The lock that a recorded claim opened; null where the list does not vest. */
const lockOf = async (context: AirdropContext, campaign: CampaignRecord, { claim }: Pick<LaneStep, 'claim'>) => {
  if (claim === null || campaign.vesting === null) return null;
  const { recipientHash: hashHex, amount } = claim;
  return claimedLockView(
    context.network,
    campaign,
    { hash: hexToBin(hashHex), hashHex },
    amount,
    await viewTime(context),
  );
};

/**
 * Records a claim, and sends it where the wallet did not.
 *
 * @throws ServiceError WRONG_STATE, STATE_MOVED, BROADCAST_REJECTED, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED
 */
export const confirmClaim = async (
  context: AirdropContext,
  id: string,
  { txHash, claimedAmount, txHex }: ConfirmClaimRequest,
) => {
  const { tokenType } = await loadCampaign(context, id);
  if (txHex !== undefined) await send(context, id, txHash, txHex);
  const { campaign, transaction, step } = await confirmStep(context, id, txHash, {
    name: 'claim',
    mismatch: ({ kind, amount }) => {
      if (kind !== 'claim') return `The transaction is a ${kind} of this campaign, not a claim`;
      if (claimedAmount === undefined || echoesAmount(claimedAmount, amount, tokenType)) return undefined;
      return `The transaction paid ${describeAmount(amount, tokenType)}, not ${claimedAmount}`;
    },
  });
  const claim = toClaimView(step);
  const isComplete = campaign.status === 'COMPLETED';
  return {
    ...confirmationOf(`The claim is recorded${isComplete ? '; the campaign is completed' : ''}`, transaction),
    status: campaign.status,
    campaign: toCampaignView(campaign),
    ...(claim !== undefined && { claim, lock: await lockOf(context, campaign, step) }),
  };
};
