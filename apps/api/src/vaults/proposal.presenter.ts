import type {
  ApproveResponse,
  ConfirmExecuteResponse,
  ExecuteResponse,
  ListProposalsResponse,
  ProposalResource,
  ProposalResponse,
  ProposeBody,
} from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type {
  ApprovalRequest,
  ExecutionResult,
  ProposalOutputView,
  ProposalsPage,
  ProposalTransactionView,
  ProposalView,
  ProposalVoteView,
  ProposeInput,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentMoment } from '../shared/present-moment.js';
import { presentVault } from './vault.presenter.js';

/** Maps a proposal to the use case's input: null means absent, and CASHTOKENS is an alias of FUNGIBLE_TOKEN. */
export const toProposeInput = (body: ProposeBody): ProposeInput => ({
  kind: body.kind ?? undefined,
  recipient: body.recipient ?? undefined,
  tokenType: body.tokenType === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : (body.tokenType ?? undefined),
  tokenCategory: body.tokenCategory ?? undefined,
  amount: body.amount ?? undefined,
  outpoint: body.outpoint ?? undefined,
  streamIds: body.streamIds ?? undefined,
  paymentIds: body.paymentIds ?? undefined,
  planId: body.planId ?? undefined,
  campaignId: body.campaignId ?? undefined,
  reason: body.reason ?? undefined,
});

const presentVote = ({ signer, at }: ProposalVoteView) => ({ signer, at: presentMoment(at) });

const presentPayout = ({ to, lockingBytecode, satoshis, token }: ProposalOutputView) => ({
  to,
  lockingBytecode,
  amount: presentAmount(satoshis),
  amountBase: satoshis.toString(),
  ...(token && {
    token: { category: token.category, amountBase: token.amount.toString(), ...(token.nft && { nft: token.nft }) },
  }),
});

/** Presents a proposal. */
const presentProposal = (proposal: ProposalView): ProposalResource => ({
  id: proposal.id,
  proposalId: proposal.proposalId,
  vaultId: proposal.vaultId,
  kind: proposal.kind,
  recipient: proposal.recipient,
  tokenType: proposal.tokenType,
  tokenCategory: proposal.tokenCategory,
  amount: presentAmount(proposal.amount, proposal.tokenType),
  amountBase: proposal.amount.toString(),
  outpoint: proposal.outpoint,
  subjects: proposal.subjects.map(({ type, id }) => ({ type, id })),
  reason: proposal.reason,
  proposer: proposal.proposer,
  status: proposal.status,
  nextStep: proposal.nextStep,
  approvals: proposal.approvals.map(presentVote),
  rejections: proposal.rejections.map(presentVote),
  approvalThreshold: proposal.approvalThreshold,
  round: proposal.round,
  payouts: proposal.payouts.map(presentPayout),
  fee: presentAmount(proposal.fee),
  feeBase: proposal.fee.toString(),
  txHash: proposal.txHash,
  executedAt: proposal.executedAt === null ? null : presentMoment(proposal.executedAt),
  createdAt: presentMoment(proposal.createdAt),
  updatedAt: presentMoment(proposal.updatedAt),
});

/** Presents a proposal as a whole answer. */
export const presentProposalAnswer = (proposal: ProposalView): ProposalResponse => ({
  success: true,
  ...presentProposal(proposal),
});

/** Presents a page of a vault's proposals. */
export const presentProposals = ({ proposals, total, nextCursor }: ProposalsPage): ListProposalsResponse => ({
  success: true,
  proposals: proposals.map(presentProposal),
  total,
  nextCursor,
});

/** Presents a proposal to sign. */
export const presentApproval = (
  { proposal, rebuilt, wcTransaction }: ApprovalRequest,
  encoding: WcEncoding,
): ApproveResponse => ({
  success: true,
  proposal: presentProposal(proposal),
  rebuilt,
  wcTransaction: encodeWcTransaction(wcTransaction, encoding),
});

/** Presents the signed transaction of a proposal. */
export const presentExecution = ({ proposal, txHex, txHash, size }: ProposalTransactionView): ExecuteResponse => ({
  success: true,
  message: 'Broadcast the transaction, then confirm it',
  txHex,
  txHash,
  size,
  proposal: presentProposal(proposal),
});

const DONE: Readonly<Record<ProposalView['kind'], string>> = {
  spend: 'The payment is made',
  close: 'The vault is emptied and closed',
  plan: 'The plan is funded by the vault: its streams are active',
  stream: 'The stream is funded by the vault, and active',
  payment: 'The payment is funded by the vault, and active',
  airdrop: 'The campaign is funded by the vault, and active',
  cancel: 'Cancelled; what is not due returns to the vault after the notice',
  pause: 'Paused; the period that runs is still paid, and the pause is settled after the notice',
  resume: 'Resumed',
};

/** Returns what an executed proposal did: of a campaign, a cancel is another thing than of streams. */
const doneBy = ({ kind, subjects }: ProposalView): string =>
  kind === 'cancel' && subjects[0]?.type === 'airdrop'
    ? 'The campaign is closed; what was not claimed returns to the vault'
    : DONE[kind];

/** Presents a proposal that was executed. */
export const presentConfirmedExecution = ({
  proposal,
  vault,
  txHash,
  confirmations,
  finality,
}: ExecutionResult): ConfirmExecuteResponse => ({
  success: true,
  message: doneBy(proposal),
  txHash,
  status: proposal.status,
  state: 'confirmed',
  confirmations,
  finality,
  proposal: presentProposal(proposal),
  vault: presentVault(vault),
});
