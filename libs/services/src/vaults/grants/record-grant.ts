import type { ChainTransaction, ProposalRecord } from '@weir/infra';
import { isAnnouncementKind, isMoveKind, isOpeningKind, isSeatKind } from '@weir/kinds';
import { confirmClosing } from '../../airdrops/closing/close-by-unit.js';
import { confirmFunding } from '../../airdrops/funding/confirm-funding.js';
import { verifyPlanFunding } from '../../plans/funding/confirm-funding.js';
import { refusalOf } from '../../shared/chain-errors.js';
import { readingOnce } from '../../shared/reading-once.js';
import { recordTransaction } from '../../streams/chain/follow-stream.js';
import { verifyFunding } from '../../streams/funding/verify-funding.js';
import { followPurse } from '../purses/follow-purse.js';
import type { VaultContext } from '../vault-context.js';
import { recordCurrencyMove, recordCurrencyOpening } from './draft-currency.js';

/** Whether an error is about one record: others could do as well. */
const isRefusal = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return refusal !== undefined && refusal.code !== 'CHAIN_UNAVAILABLE';
};

/**
 * Does something for each item, one after the other, also for those behind one that is refused: it must not hold up the others. Where the
 * chain or the database is away, the rest is not tried.
 *
 * Throws what ended it, else the first refusal after all.
 */
export const attemptEach = async <Item>(items: readonly Item[], attempt: (item: Item) => Promise<unknown>) => {
  const refusals: unknown[] = [];
  for (const item of items)
    try {
      await attempt(item);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    }
  if (refusals.length > 0) throw refusals[0];
};

/** Whether a proposal hands over the closing unit of a campaign. */
const isClose = ({ kind, subjects }: ProposalRecord): boolean =>
  kind === 'cancel' && subjects.some(({ type }) => type === 'airdrop');

const recordClose = ({ airdrops }: VaultContext, { subjects }: ProposalRecord, txHash: string): Promise<void> =>
  attemptEach(subjects, ({ id }) => confirmClosing(airdrops, id, txHash));

/** Funds the record that a proposal opened; one that was funded otherwise stays what it is. */
const recordOpening = (context: VaultContext, { kind, subjects }: ProposalRecord, txHash: string): Promise<void> =>
  attemptEach(subjects, async ({ type, id }) => {
    const { airdrops } = context;
    if (kind === 'plan') await verifyPlanFunding(context, id, txHash);
    else if (type === 'airdrop') {
      if ((await airdrops.airdrops.findById(id))?.status === 'PENDING') await confirmFunding(airdrops, id, txHash);
    } else if (type === 'currency') await recordCurrencyOpening(context, id, txHash);
    else if ((await context.streams.findById(id))?.status === 'PENDING')
      await verifyFunding({ ...context, serves: type === 'payment' ? 'payment' : 'stream' }, id, txHash);
  });

/** Takes the step of each stream and payment that a transaction moved. */
const recordMoves = async (given: VaultContext, { subjects }: ProposalRecord, transaction: ChainTransaction) => {
  // Siblings of a plan look at the same two transactions.
  const context = { ...given, chain: readingOnce(given.chain) };
  await attemptEach(subjects, async ({ type, id }) => {
    if (type === 'currency') return recordCurrencyMove(context, id, transaction);
    const row = await context.streams.findById(id);
    return row && recordTransaction(context, row, transaction);
  });
};

/**
 * Records what the transaction of a proposal did to the records that it names, so that they need no confirm of their
 * own. What is recorded already stays unchanged.
 *
 * @throws ServiceError as the confirm endpoints of the records do
 */
export const recordGrant = async (context: VaultContext, proposal: ProposalRecord, transaction: ChainTransaction) => {
  const { kind } = proposal;
  // The purse that it opened is recorded with the vault's own step.
  if (kind === 'allowance' || isSeatKind(kind))
    await attemptEach(proposal.subjects, ({ id }) => followPurse(context, id));
  else if (isClose(proposal)) await recordClose(context, proposal, transaction.txid);
  else if (isMoveKind(kind) || isAnnouncementKind(kind)) await recordMoves(context, proposal, transaction);
  else if (isOpeningKind(kind)) await recordOpening(context, proposal, transaction.txid);
};

/**
 * Funds records whose opening was found on the chain without a confirm: no watcher follows PENDING records, nor the hand-over of
 * a campaign's closing unit. Streams and payments that were moved are followed by their own watcher.
 *
 * @throws ServiceError as the confirm endpoints of the records do
 */
export const recordFoundOpenings = async (context: VaultContext, vaultId: string): Promise<void> =>
  attemptEach(await context.vaults.unsettledProposals(vaultId), async (proposal) => {
    const { kind, execution } = proposal;
    if (execution === null) return;
    if (isOpeningKind(kind)) await recordOpening(context, proposal, execution.txHash);
    else if (isClose(proposal)) await recordClose(context, proposal, execution.txHash);
  });
