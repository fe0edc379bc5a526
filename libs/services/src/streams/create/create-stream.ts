import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import type { FundingNeeds } from '@weir/covenants';
import { scriptHashOf, type NewStream } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { admissionOf, type Origin } from '../../shared/keeping.js';
import { parseParty, parseSender, type Party } from '../../shared/parties.js';
import { assertLinkable } from '../../vaults/linked-vault.js';
import { toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import type { CreateStreamInput, StreamDeployment, StreamView } from '../streams.types.js';
import { parseStreamTerms, type StreamTerms } from '../terms/stream-terms.js';

/** A stream that is agreed on but not stored yet. */
export interface PlannedStream {
  readonly sender: Party;
  readonly recipient: Party;
  readonly terms: StreamTerms;
  readonly row: NewStream;
  readonly funding: FundingNeeds;
}

/**
 * Reads a stream as a client asks for it and works out its contract, with a fresh nonce.
 *
 * @throws ServiceError as {@link parseStreamTerms}, and INVALID_ADDRESS, FORBIDDEN
 */
export const planStream = (
  input: CreateStreamInput,
  caller: string | undefined,
  context: StreamContext,
): PlannedStream => {
  const terms = parseStreamTerms(input, context.now(), context.network);
  const sender = parseSender(input.sender, caller, context.network);
  const recipient = parseParty(input.recipient, context.network, 'recipient');
  const agreed = {
    product: 'stream',
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    tokenType: terms.tokenType,
    tokenCategory: terms.tokenCategory,
    totalAmount: terms.schedule.total,
    streamType: terms.streamType,
    startTime: Number(terms.schedule.start),
    endTime: Number(terms.schedule.end),
    cliffTimestamp: terms.schedule.cliff === 0n ? null : Number(terms.schedule.cliff),
    intervalSeconds: terms.intervalSeconds,
    cancelable: terms.cancelable,
    cancelNoticeBlocks: terms.cancelNoticeBlocks,
    nonce: randomBytes(16).toString('hex'),
    vaultId: input.vaultId?.toLowerCase() ?? null,
    description: input.description ?? null,
    recurring: terms.recurring,
    payment: null,
  } as const;
  const contract = context.contracts.create(agreed);
  const row: NewStream = {
    ...agreed,
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    place: null,
    label: null,
    initialCommitment: contract.initialCommitment,
  };
  return { sender, recipient, terms, row, funding: contract.funding };
};

/** How a new row's contract is to be funded. */
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
    withNFT: { commitment: row.initialCommitment, capability: 'mutable' },
    ...(row.tokenCategory !== null &&
      funding.tokens !== undefined && { tokenCategory: row.tokenCategory, tokenAmount: funding.tokens }),
  },
  nftCommitment: row.initialCommitment,
});

/** Stores a stream as PENDING and says how to fund it. See {@link StreamsService.create}. */
export const createStream = async (
  input: CreateStreamInput,
  caller: string,
  origin: Origin | undefined,
  context: StreamContext,
): Promise<{ stream: StreamView; deployment: StreamDeployment }> => {
  const planned = planStream(input, caller, context);
  await assertLinkable(planned.row.vaultId, planned.sender, context);
  const [stored, asOf] = await Promise.all([
    context.streams.insert(planned.row, admissionOf(origin, planned.row.senderHash, context)),
    viewTime(context),
  ]);
  // Who links a vault may see it.
  const stream = { ...toStreamView(stored, asOf), vaultId: stored.vaultId };
  return { stream, deployment: deploymentOf(planned, stored.streamId) };
};
