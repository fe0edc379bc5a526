import { findLockFunding, type FoundLock, matchLocks, toLockState } from '@weir/covenants';
import type { ChainTransaction, OpenedStream, PlanFundingRecord, PlanRecipientRecord, PlanRecord } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { blockOf } from '../../shared/follow/lineage.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { type FundedPart, type PartMember, readFunding, type ReadFunding } from '../../shared/funded-part.js';
import { ServiceError } from '../../shared/service-error.js';
import { lockColumns, memberColumns, toStoredState } from '../../streams/contract/stored-stream.js';
import { assertHandedOut } from '../../streams/funding/place-of-locks.js';
import { loadPlan, type PlanContext } from '../load-plan.js';
import { defaultsOf, isPlanProduct, locksOfRows, partOfRows, scheduleColumns } from '../stored-plan.js';

/** What a row of a list says beside its schedule and contract. The label and the plan stay private to the plan's sender. */
const partyColumns = (plan: PlanRecord, row: PlanRecipientRecord) => ({
  sender: plan.sender,
  senderHash: plan.senderHash,
  recipient: row.recipient,
  recipientHash: row.recipientHash,
  tokenType: plan.tokenType,
  tokenCategory: plan.tokenCategory,
  totalAmount: row.principal,
  vaultId: plan.vaultId,
  description: null,
  label: row.label,
});

/** A row of the list as a row of `streams`. */
const rowOf = (plan: PlanRecord, row: PlanRecipientRecord, member: PartMember, fundingId: string) => {
  const defaults = defaultsOf(plan);
  const { cancelable, noticeBlocks } = defaults;
  return {
    ...scheduleColumns(row, defaults),
    ...memberColumns(member, { planId: plan.id, fundingId }),
    ...partyColumns(plan, row),
    cancelable,
    cancelNoticeBlocks: noticeBlocks,
  };
};

/** Returns the stored form of the streams that a verified funding of a part opened. */
const openedStreams = (
  plan: PlanRecord,
  { funding, rows, part }: Match,
  read: ReadFunding,
): readonly OpenedStream[] => {
  const members = new Map(part.members().map((each) => [each.index, each]));
  const states = part.statesIn(read);
  return rows.map((row) => {
    const [member, state] = [members.get(row.index), states.get(row.index)];
    if (member === undefined || state === undefined) throw new Error('A part was not compared with its funding');
    return { id: row.streamId, row: rowOf(plan, row, member, funding.id), state: toStoredState(state) };
  });
};

const mismatch = (txHash: string, problems: readonly string[]): ServiceError =>
  new ServiceError('TX_MISMATCH', `The transaction funds no part of this plan: ${problems[0] ?? ''}`, {
    txHash,
    problems,
  });

const alreadyFunded = ({ part, fundingTxHash }: PlanFundingRecord): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    `Part ${part} of the plan is funded already, by another transaction. The streams of this transaction are on the chain too: cancel them with the recover tool (docs/recover.md)`,
    { part, fundingTxHash },
  );

interface Match {
  readonly funding: PlanFundingRecord;
  readonly rows: readonly PlanRecipientRecord[];
  readonly part: FundedPart;
}

/** The part whose rows a plan on the chain opens: that of its first stream, or none. */
const matchPart = async (
  { plans, network }: PlanContext,
  plan: PlanRecord,
  fundings: readonly PlanFundingRecord[],
  indexes: readonly number[],
): Promise<Match | undefined> => {
  const first = Math.min(...indexes);
  const [row] = await plans.recipientsOf(plan.id, { after: first - 1, limit: 1 });
  const funding = fundings.find(({ id }) => id === row?.fundingId);
  if (funding === undefined || row?.index !== first) return undefined;
  const rows = await plans.recipientsOfFunding(funding.id);
  return { funding, rows, part: partOfRows(plan, rows, network) };
};

/** Finds what took the place of a funding that was recorded before. */
const replacementOf = async ({ plans, streams }: PlanContext, fundings: readonly PlanFundingRecord[], lost: string) => {
  for (const { id } of fundings.filter(({ status }) => status === 'PENDING')) {
    const [member] = await plans.streamsOfFunding(id);
    const replacedBy = member && (await streams.replacementOf(member.id, lost));
    if (replacedBy !== undefined) return replacedBy;
  }
  return undefined;
};

/** What a transaction opens of a plan. */
interface Opened {
  readonly funding: PlanFundingRecord;
  readonly streams: readonly OpenedStream[];
}

/** Compares a transaction with the part of a plan that it opens. @throws ServiceError TX_MISMATCH */
const openedByPlan = async (
  context: PlanContext,
  plan: PlanRecord,
  fundings: readonly PlanFundingRecord[],
  { txid, transaction }: ChainTransaction,
): Promise<Opened> => {
  const read = readFunding(txid, transaction, context.network);
  if ('problems' in read) throw mismatch(txid, read.problems);
  const indexes = read.plan.streams.map(({ coin }) => coin.state.index);
  const match = await matchPart(context, plan, fundings, indexes);
  if (match === undefined) throw mismatch(txid, ['it opens rows that the plan does not have']);
  const problems = match.part.problemsOf(read);
  if (problems.length > 0) throw mismatch(txid, problems);
  return { funding: match.funding, streams: openedStreams(plan, match, read) };
};

/** A row of a list as a lock. */
const lockRowOf = (plan: PlanRecord, row: PlanRecipientRecord, { contract, coin }: FoundLock, fundingId: string) => {
  const reserve = plan.tokenCategory === null ? 0n : coin.satoshis;
  return {
    ...scheduleColumns(row, { pausable: false, calendar: null }),
    ...partyColumns(plan, row),
    ...lockColumns(contract, { reserve, index: row.index, planId: plan.id, fundingId, delay: plan.moveDelay }),
  };
};

/**
 * Compares a transaction with the parts of a list of locks: it must hold all locks of one, whose terms show which it is.
 *
 * @throws ServiceError TX_MISMATCH
 */
const openedLocks = async (
  { plans, network }: PlanContext,
  plan: PlanRecord,
  fundings: readonly PlanFundingRecord[],
  { txid, transaction }: ChainTransaction,
): Promise<Opened> => {
  const found = findLockFunding(network, txid, transaction);
  const problems: string[] = [];
  // Of parts that are funded already, the answer says by what.
  for (const funding of fundings.toSorted((a, b) => Number(a.status === 'ACTIVE') - Number(b.status === 'ACTIVE'))) {
    const rows = await plans.recipientsOfFunding(funding.id);
    const matched = matchLocks(locksOfRows(plan, rows), found);
    if (!matched.ok) {
      problems.push(...matched.problems);
      continue;
    }
    const streams = rows.flatMap((row, index) => {
      const lock = matched.locks[index];
      if (lock === undefined) return [];
      const state = toStoredState(toLockState(lock.contract, lock.coin));
      return [{ id: row.streamId, row: lockRowOf(plan, row, lock, funding.id), state }];
    });
    return { funding, streams };
  }
  throw mismatch(txid, problems.length > 0 ? problems.slice(0, MAX_NAMED) : ['the plan has no list']);
};

/** How many problems are named. */
const MAX_NAMED = 20;

/**
 * Verifies on the chain that a transaction funds a part of a plan, no matter which part it is, and opens its streams: all of
 * them or none, once.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const verifyPlanFunding = async (context: PlanContext, id: string, txHash: string) => {
  const { chain, plans, now } = context;
  const plan = await loadPlan(context, id);
  const fundings = await plans.fundingsOf(id);
  const transaction = await confirmedTransaction(context, txHash, (lost) => replacementOf(context, fundings, lost));
  const known = fundings.find(({ fundingTxHash }) => fundingTxHash === txHash);
  if (known !== undefined) return { plan, part: known.part, transaction };
  const opened = isPlanProduct(plan.product)
    ? await openedByPlan(context, plan, fundings, transaction)
    : await openedLocks(context, plan, fundings, transaction);
  const { funding, streams } = opened;
  if (!isPlanProduct(plan.product) && funding.status === 'PENDING')
    await assertHandedOut(context, funding.id, transaction);
  const bySender = await spendsCoinOf(plan.senderHash, transaction, chain);
  const result = await plans.open({
    planId: id,
    fundingId: funding.id,
    txHash,
    locktime: transaction.transaction.locktime,
    block: blockOf(transaction),
    source: 'confirm',
    bySender,
    activatedAt: now(),
    streams,
  });
  if (result === 'other') throw alreadyFunded((await plans.findFunding(funding.id)) ?? funding);
  return { plan, part: funding.part, transaction };
};
