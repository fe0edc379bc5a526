import { binToHex } from '@bitauth/libauth';
import {
  encodePlanState,
  type FoundPlan,
  type FoundStream,
  groupKey,
  planKindOf,
  type PlannedStream,
  type PlanPart,
} from '@weir/covenants';
import {
  type NewStream,
  type OpenedStream,
  type PlanFundingRecord,
  type PlanRecipientRecord,
  type PlanRecord,
  scriptHashOf,
} from '@weir/infra';
import { MAX_TIME } from '@weir/vesting';
import { confirmedTransaction, withUniqueHash } from '../../shared/chain-errors.js';
import { comparePart, readPlan } from '../../shared/compare-part.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { ServiceError } from '../../shared/service-error.js';
import { blockOf } from '../../streams/chain/record-lineage.js';
import { loadPlan, type PlanContext } from '../load-plan.js';
import { defaultsOf, partOfRows } from '../stored-plan.js';

/** The columns in which vesting streams and salaries differ. */
type ScheduleColumns = Pick<
  NewStream,
  'product' | 'streamType' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'recurring' | 'payment'
>;

const scheduleColumns = ({ schedule, principal }: PlanRecipientRecord, pausable: boolean): ScheduleColumns => {
  if (schedule.kind === 'VESTING') {
    const { start, end, cliffSeconds, stepSeconds } = schedule;
    return {
      product: 'stream',
      streamType: stepSeconds > 1 ? 'STEP' : 'LINEAR',
      startTime: start,
      endTime: end,
      cliffTimestamp: cliffSeconds === 0 ? null : start + cliffSeconds,
      intervalSeconds: stepSeconds > 1 ? stepSeconds : null,
      recurring: null,
      payment: null,
    };
  }
  const { firstDue, intervalSeconds, interval, periods, amountPerPeriod, endDate } = schedule;
  if (principal < amountPerPeriod * BigInt(periods)) throw new Error('A salary holds less than its periods');
  return {
    product: 'payment',
    streamType: 'RECURRING',
    startTime: firstDue,
    // The end of the last period, capped at the last time there is.
    endTime: Math.min(firstDue + periods * intervalSeconds, Number(MAX_TIME)),
    cliffTimestamp: null,
    intervalSeconds,
    recurring: { firstDue, periods, amountPerPeriod, pausable },
    payment: { recipientName: null, interval, endDate },
  };
};

/** A row of the list as a row of `streams`. The label and the plan stay private to the plan's sender. */
const rowOf = (
  plan: PlanRecord,
  funding: PlanFundingRecord,
  part: PlanPart,
  planned: PlannedStream,
  row: PlanRecipientRecord,
): OpenedStream['row'] => {
  const { cancelable, pausable, noticeBlocks } = defaultsOf(plan);
  const key = groupKey(planned.group);
  const group = part.terms.groups.findIndex((each) => groupKey(each) === key);
  const contract = part.contracts[group];
  if (contract === undefined) throw new Error(`Row ${row.index} stands in a group that its part does not have`);
  return {
    ...scheduleColumns(row, pausable),
    sender: plan.sender,
    senderHash: plan.senderHash,
    recipient: row.recipient,
    recipientHash: row.recipientHash,
    tokenType: plan.tokenType,
    tokenCategory: plan.tokenCategory,
    totalAmount: row.principal,
    cancelable,
    cancelNoticeBlocks: noticeBlocks,
    nonce: plan.nonce,
    vaultId: plan.vaultId,
    description: null,
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    initialCommitment: encodePlanState(plan.product, planned.state, planned.reserve),
    place: {
      fundingId: funding.id,
      planId: plan.id,
      announcement: funding.announcement,
      group,
      index: row.index,
      reserve: planned.reserve,
    },
    label: row.label,
  };
};

const stateOf = ({ coin, contract }: FoundStream): OpenedStream['state'] => {
  const { outpoint, category, state, principal, reserve, companion } = coin;
  return {
    category,
    txid: outpoint.txid,
    vout: outpoint.vout,
    satoshis: companion === undefined ? principal + reserve : reserve,
    companion: companion === undefined ? null : { satoshis: companion.satoshis, amount: principal, nft: null },
    commitment: encodePlanState(contract.terms.product, state, reserve),
  };
};

/** Returns the stored form of the streams that a verified funding of a part opened. */
const openedStreams = (
  plan: PlanRecord,
  funding: PlanFundingRecord,
  part: PlanPart,
  rows: readonly PlanRecipientRecord[],
  found: FoundPlan,
): readonly OpenedStream[] => {
  if (planKindOf(plan.product) !== planKindOf(part.terms.product)) throw new Error('A part is of another product');
  const byIndex = new Map(found.streams.map((stream) => [stream.coin.state.index, stream]));
  return part.streams.map((planned, i) => {
    const row = rows[i];
    const stream = byIndex.get(planned.state.index);
    if (row === undefined || stream === undefined) throw new Error('A part was not compared with its funding');
    return { id: row.streamId, row: rowOf(plan, funding, part, planned, row), state: stateOf(stream) };
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
    `Part ${part} of the plan is funded already, by another transaction. The streams of this transaction are on the chain too: cancel them with npm run recover`,
    { part, fundingTxHash },
  );

interface Match {
  readonly funding: PlanFundingRecord;
  readonly rows: readonly PlanRecipientRecord[];
  readonly part: PlanPart;
}

/** The part whose rows a plan on the chain opens: that of its first stream, or none. */
const matchPart = async (
  { plans, network }: PlanContext,
  plan: PlanRecord,
  fundings: readonly PlanFundingRecord[],
  found: FoundPlan,
): Promise<Match | undefined> => {
  const first = Math.min(...found.streams.map(({ coin }) => coin.state.index));
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

/**
 * Verifies on the chain that a transaction funds a part of a plan, whichever part it is, and opens its streams: all of
 * them or none, once.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const verifyPlanFunding = async (context: PlanContext, id: string, txHash: string) => {
  const { chain, plans, network, now } = context;
  const plan = await loadPlan(context, id);
  const fundings = await plans.fundingsOf(id);
  const transaction = await confirmedTransaction(context, txHash, (lost) => replacementOf(context, fundings, lost));
  const known = fundings.find(({ fundingTxHash }) => fundingTxHash === txHash);
  if (known !== undefined) return { plan, part: known.part, transaction };
  const read = readPlan(txHash, transaction.transaction, network);
  if (!('plan' in read)) throw mismatch(txHash, read.problems);
  const match = await matchPart(context, plan, fundings, read.plan);
  if (match === undefined) throw mismatch(txHash, ['it opens rows that the plan does not have']);
  const { funding, rows, part } = match;
  const problems = comparePart({ part, tokenCategory: plan.tokenCategory }, read.plan);
  if (problems.length > 0) throw mismatch(txHash, problems);
  const bySender = await spendsCoinOf(plan.senderHash, transaction, chain);
  const result = await withUniqueHash(() =>
    plans.open({
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
