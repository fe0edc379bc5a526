import type { Static } from 'typebox';
import type {
  GetStreamResponse,
  ListStreamsResponse,
  StreamClaim,
  StreamEvent,
  StreamResource,
  StreamScheduleResponse,
  StreamTerms,
} from '@weir/api-contract';
import type {
  SchedulePoint,
  StreamClaimView,
  StreamEventView,
  StreamPreview,
  StreamsPage,
  StreamsService,
  StreamView,
  TokenType,
} from '@weir/services';
import { addOnchain, type OnchainOf } from '../indexer/read-onchain.js';
import { presentAmount } from '../shared/present-amount.js';
import { presentPercentage } from '../shared/present-percentage.js';

type TermsView = StreamPreview['stream'];

/** Presents the terms of a stream and what has vested. */
export const presentTerms = (stream: TermsView): Static<typeof StreamTerms> => ({
  sender: stream.sender,
  recipient: stream.recipient,
  token_type: stream.tokenType,
  token_category: stream.tokenCategory,
  total_amount: presentAmount(stream.totalAmount, stream.tokenType),
  total_amount_base: stream.totalAmount.toString(),
  withdrawn_amount: presentAmount(stream.withdrawnAmount, stream.tokenType),
  withdrawn_amount_base: stream.withdrawnAmount.toString(),
  vested_amount: presentAmount(stream.vestedAmount, stream.tokenType),
  vested_amount_base: stream.vestedAmount.toString(),
  claimable_amount: presentAmount(stream.claimableAmount, stream.tokenType),
  claimable_amount_base: stream.claimableAmount.toString(),
  progress_percentage: presentPercentage(stream.vestedAmount, stream.totalAmount),
  stream_type: stream.streamType,
  start_time: stream.startTime,
  end_time: stream.endTime,
  interval_seconds: stream.intervalSeconds,
  cliff_timestamp: stream.cliffTimestamp,
  cancelable: stream.cancelable,
  cancel_notice_blocks: stream.cancelNoticeBlocks,
  vault_id: stream.vaultId,
  description: stream.description,
  contract_address: stream.contractAddress,
  nft_commitment: stream.nftCommitment,
  as_of: stream.asOf,
});

/** Presents the refund to a sender; null where there is none. */
export const presentRefund = ({
  refund,
  tokenType,
}: Pick<StreamView, 'refund' | 'tokenType'>): StreamResource['refund'] =>
  refund && {
    amount: presentAmount(refund.amount, tokenType),
    amountBase: refund.amount.toString(),
    amount_base: refund.amount.toString(),
    status: refund.status,
    txHash: refund.txHash,
    availableAtHeight: refund.availableAtHeight,
  };

/** Presents a stored stream. */
export const presentStream = (stream: StreamView): StreamResource => ({
  id: stream.id,
  stream_id: stream.streamId,
  ...presentTerms(stream),
  status: stream.status,
  funding_tx_hash: stream.fundingTxHash,
  funded_by_sender: stream.fundedBySender,
  activated_at: stream.activatedAt,
  expires_at: stream.expiresAt,
  created_at: stream.createdAt,
  updated_at: stream.updatedAt,
  refund: presentRefund(stream),
});

/** Presents a payment to the recipient. */
export const presentClaim = (claim: StreamClaimView, tokenType: TokenType): StreamClaim => ({
  id: claim.id,
  stream_id: claim.streamId,
  recipient: claim.recipient,
  amount: presentAmount(claim.amount, tokenType),
  amount_base: claim.amount.toString(),
  claimed_at: claim.claimedAt,
  tx_hash: claim.txHash,
  source: claim.source,
});

/** Presents an event of a stream or payment. */
export const presentEvent = (event: StreamEventView, tokenType: TokenType): StreamEvent => ({
  event: event.event,
  of: event.of,
  at: event.at,
  tx_hash: event.txHash,
  amount: presentAmount(event.amount, tokenType),
  amount_base: event.amount.toString(),
  source: event.source,
  reason: event.reason,
  replaced_by: event.replacedBy,
  finality: event.finality,
  height: event.height,
});

/** Presents a vesting curve. */
export const presentSchedule = (points: readonly SchedulePoint[], tokenType: TokenType) =>
  points.map(({ time, vestedAmount }) => ({
    time,
    vestedAmount: presentAmount(vestedAmount, tokenType),
    vestedAmountBase: vestedAmount.toString(),
  }));

/** Presents a page of streams. */
export const presentPage = (
  { streams, total, nextCursor }: StreamsPage,
  onchainOf: OnchainOf,
): ListStreamsResponse => ({
  success: true,
  streams: streams.map((stream) => addOnchain(presentStream(stream), onchainOf(stream))),
  total,
  nextCursor,
});

/** Presents a stream with its payments and events. */
export const presentDetail = (
  { stream, claims, events }: Awaited<ReturnType<StreamsService['get']>>,
  onchainOf: OnchainOf,
): GetStreamResponse => ({
  success: true,
  stream: addOnchain(presentStream(stream), onchainOf(stream)),
  claims: claims.map((claim) => presentClaim(claim, stream.tokenType)),
  events: events.map((event) => presentEvent(event, stream.tokenType)),
});

/** Presents a stream with its curve. */
export const presentStreamSchedule = ({
  stream,
  schedule,
}: {
  stream: StreamView;
  schedule: readonly SchedulePoint[];
}): StreamScheduleResponse => ({
  success: true,
  stream: presentStream(stream),
  schedule: presentSchedule(schedule, stream.tokenType),
});
