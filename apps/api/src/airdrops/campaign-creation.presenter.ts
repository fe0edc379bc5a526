import type {
  AirdropFundingResponse,
  CreateAirdropBody,
  CreateAirdropResponse,
  WhitelistProofResponse,
  WhitelistResponse,
} from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type {
  CampaignCreation,
  CampaignFundingInfo,
  CreateCampaignInput,
  WhitelistProofView,
  WhitelistResult,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentFundingProposal } from '../shared/present-funding.js';
import { presentInput, presentOutput, presentPreparation } from '../shared/present-funding.js';
import { presentCampaign } from './campaign.presenter.js';

/** Maps a creation to the use case's input: null means absent, and CASHTOKENS is an alias of FUNGIBLE_TOKEN. */
export const toCreateCampaignInput = (body: CreateAirdropBody): CreateCampaignInput => ({
  creator: body.creator ?? undefined,
  vaultId: body.vaultId ?? undefined,
  title: body.title,
  description: body.description ?? undefined,
  tokenType: body.tokenType === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : (body.tokenType ?? undefined),
  tokenCategory: body.tokenCategory?.toLowerCase(),
  totalAmount: body.totalAmount,
  amountPerClaim: body.amountPerClaim ?? undefined,
  maxClaimsPerAddress: body.maxClaimsPerAddress ?? undefined,
  startDate: body.startDate ?? undefined,
  endDate: body.endDate ?? undefined,
  requireKyc: body.requireKyc ?? undefined,
  publicList: body.publicList ?? undefined,
  cancelable: body.cancelable ?? undefined,
  lanes: body.lanes ?? undefined,
  sponsorFees: body.sponsorFees ?? undefined,
});

/** Presents a new campaign and the next step. */
export const presentCampaignCreation = ({ campaign, warnings, proposal }: CampaignCreation): CreateAirdropResponse => ({
  success: true,
  campaign: presentCampaign(campaign),
  nextStep: campaign.requireKyc ? 'generate-merkle' : proposal === undefined ? 'funding-info' : 'proposal',
  warnings: warnings.map(({ code, message, details }) => ({ code, message, details: { ...details } })),
  ...presentFundingProposal(proposal),
});

/** Presents the Merkle tree of a list. */
export const presentWhitelist = ({ campaign, totalAmount, ...tree }: WhitelistResult): WhitelistResponse => ({
  success: true,
  ...tree,
  totalAmount: presentAmount(totalAmount, campaign.tokenType),
  totalAmountBase: totalAmount.toString(),
  campaign: presentCampaign(campaign),
});

/** Presents the proof of a list's row. */
export const presentProof = ({
  campaign,
  amount,
  claimTxHash,
  proof,
  positions,
  ...rest
}: WhitelistProofView): WhitelistProofResponse => ({
  success: true,
  campaignId: campaign.id,
  ...rest,
  amount: presentAmount(amount, campaign.tokenType),
  amountBase: amount.toString(),
  tokenCategory: campaign.tokenCategory,
  proof: [...proof],
  positions: [...positions],
  claimed: claimTxHash !== null,
  claimTxHash,
});

/** Presents the funding to sign, or the preparation the wallet needs first. */
export const presentCampaignFunding = (info: CampaignFundingInfo, encoding: WcEncoding): AirdropFundingResponse => {
  if (info.kind === 'preparation') return presentPreparation(info, encoding);
  const { campaign, pool, feeReserve } = info;
  const details = {
    inputs: info.inputs.map(presentInput),
    outputs: info.outputs.map(presentOutput),
    fee: presentAmount(info.fee),
    feeBase: info.fee.toString(),
  };
  return {
    success: true,
    fundingInfo: {
      campaignId: campaign.campaignId,
      contractAddress: campaign.contractAddress ?? '',
      creator: campaign.creator,
      amount: presentAmount(pool, campaign.tokenType),
      amountBase: pool.toString(),
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
      lanes: campaign.lanes ?? 1,
      claims: campaign.maxClaims ?? 0,
      merkleRoot: campaign.merkleRoot,
      feeReserve: presentAmount(feeReserve),
      feeReserveBase: feeReserve.toString(),
      ...details,
    },
    ...details,
    wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  };
};
