import type { CreateStreamBody, CreateStreamResponse, PreviewStreamResponse } from '@weir/api-contract';
import type {
  CreateStreamInput,
  FundingProposal,
  StreamCreation,
  StreamDeployment,
  StreamPreview,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentSchedule, presentStream, presentTerms } from './stream.presenter.js';

/** Maps a creation to the use case's input: null means absent, and CASHTOKENS is an alias of FUNGIBLE_TOKEN. */
export const toCreateStreamInput = (body: CreateStreamBody): CreateStreamInput => ({
  sender: body.sender ?? undefined,
  recipient: body.recipient,
  tokenType: body.tokenType === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : (body.tokenType ?? undefined),
  tokenCategory: body.tokenCategory?.toLowerCase(),
  totalAmount: body.totalAmount,
  streamType: body.streamType,
  startTime: body.startTime ?? undefined,
  endTime: body.endTime ?? undefined,
  cliffTimestamp: body.cliffTimestamp,
  intervalSeconds: body.intervalSeconds ?? undefined,
  cancelable: body.cancelable ?? undefined,
  cancelNoticeBlocks: body.cancelNoticeBlocks ?? undefined,
  description: body.description ?? undefined,
  vaultId: body.vaultId ?? undefined,
});

type FundingTokens = Pick<StreamDeployment['funding'], 'tokenCategory' | 'tokenAmount'>;

const presentFundingTokens = ({ tokenCategory, tokenAmount }: FundingTokens) =>
  tokenCategory !== undefined &&
  tokenAmount !== undefined && {
    tokenCategory,
    tokenAmount: presentAmount(tokenAmount, 'FUNGIBLE_TOKEN'),
    tokenAmountBase: tokenAmount.toString(),
  };

/** Presents how a contract is to be funded. */
export const presentDeployment = ({
  contractAddress,
  streamId,
  fundingRequired,
  funding,
  nftCommitment,
}: StreamDeployment): CreateStreamResponse['deployment'] => ({
  contractAddress,
  streamId,
  fundingRequired,
  funding: {
    toAddress: funding.toAddress,
    amount: presentAmount(funding.amount),
    amountBase: funding.amount.toString(),
    reserve: presentAmount(funding.reserve),
    reserveBase: funding.reserve.toString(),
    withNFT: {
      commitment: funding.withNFT.commitment,
      capability: funding.withNFT.capability,
      amountBase: funding.withNFT.units.toString(),
    },
    withOutputs: funding.withOutputs.map(({ lockingBytecode, satoshis }) => ({
      lockingBytecode,
      amount: presentAmount(satoshis),
      amountBase: satoshis.toString(),
    })),
    ...presentFundingTokens(funding),
  },
  nftCommitment,
});

/** Presents the proposal by which a vault's members fund a new record. */
export const presentFundingProposal = (
  proposal: FundingProposal | undefined,
): Pick<CreateStreamResponse, 'proposal'> => {
  if (proposal === undefined) return {};
  const { kind, streamIds, paymentIds, planId, campaignId } = proposal.body;
  const body = {
    kind,
    ...(streamIds && { streamIds: [...streamIds] }),
    ...(paymentIds && { paymentIds: [...paymentIds] }),
    ...(planId !== undefined && { planId }),
    ...(campaignId !== undefined && { campaignId }),
  };
  return { proposal: { method: 'POST', path: proposal.path, body } };
};

/** Presents a new stream and how to fund it. */
export const presentCreation = ({ stream, deployment, warnings, proposal }: StreamCreation): CreateStreamResponse => ({
  success: true,
  stream: presentStream(stream),
  deployment: presentDeployment(deployment),
  warnings: [...warnings],
  ...presentFundingProposal(proposal),
});

/** Presents the costs of a planned funding. */
export const presentPreviewFunding = (funding: StreamPreview['funding']): PreviewStreamResponse['funding'] => ({
  amount: presentAmount(funding.amount),
  amountBase: funding.amount.toString(),
  reserve: presentAmount(funding.reserve),
  reserveBase: funding.reserve.toString(),
  networkFeeEstimate: presentAmount(funding.networkFeeEstimate),
  networkFeeEstimateBase: funding.networkFeeEstimate.toString(),
  ...presentFundingTokens(funding),
});

/** Presents a stream that was not stored: its terms, its costs and its curve. */
export const presentPreview = ({ stream, funding, schedule, warnings }: StreamPreview): PreviewStreamResponse => ({
  success: true,
  stream: presentTerms(stream),
  funding: presentPreviewFunding(funding),
  schedule: presentSchedule(schedule, stream.tokenType),
  warnings: [...warnings],
});
