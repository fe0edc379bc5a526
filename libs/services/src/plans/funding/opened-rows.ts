import { binToHex } from '@bitauth/libauth';
import {
  encodePlanState,
  groupKey,
  planKindOf,
  type FoundPlan,
  type FoundStream,
  type PlannedStream,
  type PlanPart,
} from '@weir/covenants';
import {
  scriptHashOf,
  type NewStream,
  type OpenedStream,
  type PlanFundingRecord,
  type PlanRecipientRecord,
  type PlanRecord,
} from '@weir/infra';
import { MAX_TIME } from '@weir/vesting';
import { defaultsOf } from '../stored-plan.js';

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
export const openedStreams = (
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
