import type { ChainTransaction, ProposalRecord } from '@weir/infra';
import { attemptEach } from '../../shared/attempt-each.js';
import { readingOnce } from '../../shared/reading-once.js';
import { recordTransaction } from '../../streams/chain/record-broadcast.js';
import { verifyFunding } from '../../streams/funding/confirm-funding.js';
import type { VaultContext } from '../vault-context.js';
import { isOpeningKind } from './grant-request.js';

const fundCampaign = async (id: string, txHash: string, { airdrops }: VaultContext): Promise<void> => {
  if ((await airdrops?.find(id))?.status === 'PENDING') await airdrops?.confirmFunding(id, txHash);
};

/** Whether a proposal hands over the closing unit of a campaign. */
const isClose = ({ kind, subjects }: ProposalRecord): boolean =>
  kind === 'cancel' && subjects.some(({ type }) => type === 'airdrop');

const recordClose = ({ subjects }: ProposalRecord, txHash: string, { airdrops }: VaultContext): Promise<void> =>
  attemptEach(subjects, async ({ id }) => airdrops?.confirmClosing(id, txHash));

/** Funds the record that a proposal opened; one that was funded otherwise stays what it is. */
const recordOpening = ({ kind, subjects }: ProposalRecord, txHash: string, context: VaultContext): Promise<void> =>
  attemptEach(subjects, async ({ type, id }) => {
    if (kind === 'plan') await context.plans?.confirmFunding(id, txHash);
    else if (type === 'airdrop') await fundCampaign(id, txHash, context);
    else if ((await context.streams.findById(id))?.status === 'PENDING')
      await verifyFunding(id, txHash, { ...context, serves: type === 'payment' ? 'payment' : 'stream' });
  });

/** Takes the step of each stream and payment that a transaction moved. */
const recordMoves = async (
  { subjects }: ProposalRecord,
  transaction: ChainTransaction,
  given: VaultContext,
): Promise<void> => {
  // Siblings of a plan look at the same two transactions.
  const context = { ...given, chain: readingOnce(given.chain) };
  await attemptEach(subjects, async ({ id }) => {
    const row = await context.streams.findById(id);
    if (row !== undefined) await recordTransaction(row, transaction, context);
  });
};

/**
 * Records what the transaction of a proposal did to the records that it names, so that they need no confirm of their
 * own. What is recorded already stays unchanged.
 *
 * @throws ServiceError as the confirm endpoints of the records do
 */
export const recordGrant = async (
  proposal: ProposalRecord,
  transaction: ChainTransaction,
  context: VaultContext,
): Promise<void> => {
  const { kind } = proposal;
  if (isClose(proposal)) await recordClose(proposal, transaction.txid, context);
  else if (kind === 'cancel' || kind === 'pause' || kind === 'resume')
    await recordMoves(proposal, transaction, context);
  else if (kind !== 'spend' && kind !== 'close') await recordOpening(proposal, transaction.txid, context);
};

/**
 * Funds records whose opening was found on the chain without a confirm: no watcher follows PENDING records, nor the hand-over of
 * a campaign's closing unit. Streams and payments that were moved are followed by their own watcher.
 *
 * @throws ServiceError as the confirm endpoints of the records do
 */
export const recordFoundOpenings = async (vaultId: string, context: VaultContext): Promise<void> =>
  attemptEach(await context.vaults.unsettledProposals(vaultId), async (proposal) => {
    const { kind, execution } = proposal;
    if (execution === null) return;
    if (isOpeningKind(kind)) await recordOpening(proposal, execution.txHash, context);
    else if (isClose(proposal)) await recordClose(proposal, execution.txHash, context);
  });
