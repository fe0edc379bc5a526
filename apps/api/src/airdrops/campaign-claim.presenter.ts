import type {
  AirdropClaimResponse,
  AirdropConfirmResponse,
  CancelAirdropResponse,
  CloseAirdropResponse,
  SyncAirdropResponse,
} from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import { ApiError } from '@weir/http';
import type {
  CampaignClaimResult,
  CampaignConfirmResult,
  CampaignView,
  CancelCampaignResult,
  CloseCampaignResult,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentCampaign, presentCampaignClaim } from './campaign.presenter.js';

/** Presents a claim to sign, or the one the service relayed. */
export const presentCampaignClaimResult = (result: CampaignClaimResult, encoding: WcEncoding): AirdropClaimResponse => {
  const { tokenType } = result;
  if (result.kind === 'relayed') {
    const { claim, campaign } = result;
    return {
      success: true,
      relayed: true,
      txHash: claim.txHash,
      claimedAmount: presentAmount(claim.amount, tokenType),
      claimedAmountBase: claim.amount.toString(),
      wcTransaction: null,
      claim: presentCampaignClaim(claim, tokenType),
      campaign: presentCampaign(campaign),
    };
  }
  return {
    success: true,
    claimableAmount: presentAmount(result.amount, tokenType),
    claimableAmountBase: result.amount.toString(),
    tokenCategory: result.tokenCategory,
    claimNumber: result.claimNumber,
    lane: result.lane,
    feesSponsored: result.sponsored,
    asOf: result.asOf,
    wcTransaction: encodeWcTransaction(result.wcTransaction, encoding),
  };
};

/** Presents the answer of every confirm route. */
export const presentCampaignConfirmation = ({
  message,
  txHash,
  confirmations,
  finality,
  campaign,
  claim,
}: CampaignConfirmResult): AirdropConfirmResponse => ({
  success: true,
  message,
  txHash,
  status: campaign.status,
  state: 'confirmed',
  confirmations,
  finality,
  campaign: presentCampaign(campaign),
  ...(claim !== undefined && { claim: presentCampaignClaim(claim, campaign.tokenType) }),
});

/** Presents the closes to sign, one per lane. */
export const presentCampaignCancel = (result: CancelCampaignResult, encoding: WcEncoding): CancelAirdropResponse => {
  const lanes = result.lanes.map(({ lane, wcTransaction }) => ({
    lane,
    wcTransaction: encodeWcTransaction(wcTransaction, encoding),
  }));
  const [first] = lanes;
  if (first === undefined) throw new ApiError('WRONG_STATE', 'All lanes of the campaign are closed', {});
  return {
    success: true,
    returnedAmount: presentAmount(result.returnedAmount, result.tokenType),
    returnedAmountBase: result.returnedAmount.toString(),
    tokenCategory: result.tokenCategory,
    cancelReturnAddress: result.cancelReturnAddress,
    openLanes: result.openLanes,
    asOf: result.asOf,
    message: result.message,
    wcTransaction: first.wcTransaction,
    lanes,
  };
};

/** Presents the closes that were sent. */
export const presentCampaignClose = ({
  message,
  txHashes,
  openLanes,
  campaign,
}: CloseCampaignResult): CloseAirdropResponse => ({
  success: true,
  message,
  txHashes: [...txHashes],
  openLanes,
  status: campaign.status,
  campaign: presentCampaign(campaign),
});

/** Presents a campaign after it was synchronised with the chain. */
export const presentCampaignSync = ({
  campaign,
  openLanes,
}: {
  readonly campaign: CampaignView;
  readonly openLanes: number;
}): SyncAirdropResponse => ({
  success: true,
  openLanes,
  status: campaign.status,
  campaign: presentCampaign(campaign),
});
