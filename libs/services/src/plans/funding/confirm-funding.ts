import type { FoundPlan, PlanPart } from '@weir/covenants';
import type { ChainTransaction, PlanFundingRecord, PlanRecipientRecord, PlanRecord } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { comparePart, readPlan } from '../../shared/compare-part.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { ServiceError } from '../../shared/service-error.js';
import { withUniqueHash } from '../../shared/unique-hash.js';
import { blockOf } from '../../streams/chain/record-lineage.js';
import { loadPlan } from '../load-plan.js';
import type { PlanContext } from '../plan-context.js';
import { partOfRows } from '../stored-plan.js';
import { openedStreams } from './opened-rows.js';

/** A part that was found funded. */
export interface ConfirmedPart {
  readonly plan: PlanRecord;
  readonly part: number;
  readonly transaction: ChainTransaction;
}

const mismatch = (txHash: string, problems: readonly string[]): ServiceError =>
  new ServiceError('TX_MISMATCH', `The transaction funds no part of this plan: ${problems[0] ?? ''}`, {
    txHash,
    problems,
  });

const alreadyFunded = ({ part, fundingTxHash }: PlanFundingRecord): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    `Part ${part} of the plan is funded already, by another transaction. The streams of this one are on the chain besides: cancel them with npm run recover`,
    { part, fundingTxHash },
  );

interface Match {
  readonly funding: PlanFundingRecord;
  readonly rows: readonly PlanRecipientRecord[];
  readonly part: PlanPart;
}

/** The part whose rows a plan on the chain opens: that of its first stream, or none. */
const matchPart = async (
  { lists, network }: PlanContext,
  plan: PlanRecord,
  fundings: readonly PlanFundingRecord[],
  found: FoundPlan,
): Promise<Match | undefined> => {
  const first = Math.min(...found.streams.map(({ coin }) => coin.state.index));
  const [row] = await lists.recipientsOf(plan.id, { after: first - 1, limit: 1 });
  const funding = fundings.find(({ id }) => id === row?.fundingId);
  if (funding === undefined || row?.index !== first) return undefined;
  const rows = await lists.recipientsOfFunding(funding.id);
  return { funding, rows, part: partOfRows(plan, rows, network) };
};

/** Finds what took the place of a funding that was recorded before. */
const replacementOf = async (
  { plans, streams }: PlanContext,
  fundings: readonly PlanFundingRecord[],
  lost: string,
): Promise<string | undefined> => {
  for (const { id } of fundings.filter(({ status }) => status === 'PENDING')) {
    const [member] = await plans.streamsOfFunding(id);
    const replacedBy = member && (await streams.replacementOf(member.id, lost));
    if (replacedBy !== undefined) return replacedBy;
  }
  return undefined;
};

/**
 * Verifies on the chain that a transaction funds a part of a plan, whichever part it is, and opens its streams: all of
 * them or none, once.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const verifyPlanFunding = async (context: PlanContext, id: string, txHash: string): Promise<ConfirmedPart> => {
  const { chain, plans, lists, network, minConfirmations, now } = context;
  const plan = await loadPlan(context, id);
  const fundings = await plans.fundingsOf(id);
  const transaction = await confirmedTransaction(chain, txHash, minConfirmations, (lost) =>
    replacementOf(context, fundings, lost),
  );
  const known = fundings.find(({ fundingTxHash }) => fundingTxHash === txHash);
  if (known !== undefined) return { plan, part: known.part, transaction };
  const read = readPlan(txHash, transaction.transaction, network);
  if (!('plan' in read)) throw mismatch(txHash, read.problems);
  const match = await matchPart(context, plan, fundings, read.plan);
  if (match === undefined) throw mismatch(txHash, ['it opens rows that this plan does not have']);
  const { funding, rows, part } = match;
  const problems = comparePart({ part, tokenCategory: plan.tokenCategory }, read.plan);
  if (problems.length > 0) throw mismatch(txHash, problems);
  const bySender = await spendsCoinOf(plan.senderHash, transaction, chain);
  const result = await withUniqueHash(() =>
    lists.open({
      planId: id,
      fundingId: funding.id,
      txHash,
      locktime: transaction.transaction.locktime,
      block: blockOf(transaction),
      source: 'confirm',
      bySender,
      activatedAt: now(),
      streams: openedStreams(plan, funding, part, rows, read.plan),
    }),
  );
  if (result === 'other') throw alreadyFunded((await plans.findFunding(funding.id)) ?? funding);
  return { plan, part: funding.part, transaction };
};
