import { binToHex } from '@bitauth/libauth';
import type { FundingNeeds, StreamDraft } from '@weir/covenants';
import { responseAs, type IdempotentResponse, type NewStream, type StreamRecord } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { parseStandardParty, type Party, type StandardParty } from '../../shared/parties.js';
import { admissionOf, type Origin } from '../../shared/retention.js';
import { fundingProposal } from '../../shared/vaults/funding-proposal.js';
import { newSender } from '../../shared/vaults/new-sender.js';
import { toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import type { CreateStreamInput, StreamCreation, StreamDeployment } from '../streams.types.js';
import { parseStreamTerms, type StreamTerms } from '../terms/stream-terms.js';
import { openOne, warningsOf } from './plan-of-one.js';

/** A stream whose terms are complete, not stored yet. */
export interface PlannedStream {
  /** The party who asks for it, and whose quota it counts for. */
  readonly asker: Party;
  readonly recipient: StandardParty;
  readonly terms: StreamTerms;
  readonly row: NewStream;
  readonly funding: FundingNeeds;
}

/** The terms of a stream as a plan opens it. */
const draftOf = (
  { schedule, recurring, cancelable, cancelNoticeBlocks }: StreamTerms,
  { lockingBytecode: recipient }: StandardParty,
): StreamDraft => {
  const noticeBlocks = cancelable ? cancelNoticeBlocks : 0;
  const { total, start, end, cliff, step } = schedule;
  if (recurring === null) {
    const group = {
      kind: 'VESTING',
      cliff: cliff === 0n ? 0n : cliff - start,
      step: step || 1n,
      noticeBlocks,
    } as const;
    return { kind: 'VESTING', recipient, total, start, end, group };
  }
  const { amountPerPeriod: amount, periods, firstDue, pausable } = recurring;
  return {
    kind: 'RECURRING',
    recipient,
    amount,
    lastAmount: total - amount * BigInt(periods - 1),
    periods,
    firstDue: BigInt(firstDue),
    group: { kind: 'RECURRING', interval: step, noticeBlocks, pausable, cancelable },
  };
};

/**
 * Reads a client's request for a stream and builds its contract, with a fresh nonce.
 *
 * @throws ServiceError as {@link parseStreamTerms}, and INVALID_ADDRESS, FORBIDDEN, CALLER_REQUIRED, WRONG_STATE
 */
export const planStream = async (
  context: StreamContext,
  input: CreateStreamInput,
  caller: string | undefined,
): Promise<PlannedStream> => {
  const terms = parseStreamTerms(input, context.now(), context.network);
  const { sender, asker, vaultId } = await newSender(context, input, caller);
  const recipient = parseStandardParty(input.recipient, context.network, 'recipient');
  const { tokenCategory } = terms;
  const { columns, funding } = openOne({ sender, tokenCategory, draft: draftOf(terms, recipient) }, context.network);
  const row: NewStream = {
    product: 'stream',
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    tokenType: terms.tokenType,
    tokenCategory,
    totalAmount: terms.schedule.total,
    streamType: terms.streamType,
    startTime: Number(terms.schedule.start),
    endTime: Number(terms.schedule.end),
    cliffTimestamp: terms.schedule.cliff === 0n ? null : Number(terms.schedule.cliff),
    intervalSeconds: terms.intervalSeconds,
    cancelable: terms.cancelable,
    cancelNoticeBlocks: terms.cancelNoticeBlocks,
    vaultId,
    description: input.description ?? null,
    recurring: terms.recurring,
    payment: null,
    label: null,
    ...columns,
  };
  return { asker, recipient, terms, row, funding };
};

/** Returns how a new row's contract is to be funded. */
export const deploymentOf = (
  { row, funding }: Pick<PlannedStream, 'row' | 'funding'>,
  streamId: string,
): StreamDeployment => ({
  contractAddress: row.contractAddress,
  streamId,
  fundingRequired: true,
  funding: {
    toAddress: row.contractAddress,
    amount: funding.satoshis,
    reserve: funding.reserve,
    withNFT: { commitment: row.initialCommitment, capability: 'mutable', amount: funding.units },
    withOutputs: funding.besides.map(({ lockingBytecode, satoshis }) => ({
      lockingBytecode: binToHex(lockingBytecode),
      amount: satoshis,
    })),
    ...(row.tokenCategory !== null &&
      funding.tokens !== undefined && { tokenCategory: row.tokenCategory, tokenAmount: funding.tokens }),
  },
  nftCommitment: row.initialCommitment,
});

/**
 * Stores a stream as PENDING and says how to fund it.
 *
 * @param origin where the request comes from, for the quota
 * @throws ServiceError as {@link planStream}; QUOTA_EXCEEDED (as QuotaExceededError) beyond the quota
 */
export const createStream = async (
  context: StreamContext,
  input: CreateStreamInput,
  caller: string,
  origin?: Origin,
  kept?: IdempotentResponse<StreamCreation>,
): Promise<StreamCreation> => {
  const planned = await planStream(context, input, caller);
  const asOf = await viewTime(context);
  const creationOf = (stored: StreamRecord): StreamCreation => ({
    // Only those who may see a vault may link it.
    stream: { ...toStreamView(stored, asOf), vaultId: stored.vaultId },
    deployment: deploymentOf(planned, stored.streamId),
    warnings: warningsOf(planned.recipient),
    proposal: fundingProposal('stream', stored),
  });
  const admission = admissionOf(origin, planned.asker.hashHex, context);
  return creationOf(await context.streams.insert(planned.row, admission, responseAs(kept, creationOf)));
};
