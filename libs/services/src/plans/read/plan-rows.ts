import type { PlannedStream } from '@weir/covenants';
import type { PlanRecipientRecord, StreamRecord } from '@weir/infra';
import { scheduleOf } from '../../streams/contract/stored-stream.js';
import type { ListedStream } from '../recipients/read-rows.js';

const NO_SALARY = { interval: null, periods: null, amountPerPeriod: null };

const stepOf = (seconds: number): number | null => (seconds > 1 ? seconds : null);

const vestingTimes = ({ state, group }: PlannedStream) => {
  if (state.kind !== 'VESTING' || group.kind !== 'VESTING') throw new Error('A row that vests is none');
  const start = Number(state.start);
  return {
    start,
    end: Number(state.end),
    cliff: group.cliff === 0n ? null : start + Number(group.cliff),
    step: stepOf(Number(group.step)),
    ...NO_SALARY,
  };
};

/** Converts a row that is not stored. */
export const listedRow = ({ recipient, label, draft, planned, interval, endDate }: ListedStream) => {
  const common = { row: planned.state.index, recipient: recipient.address, label, amount: planned.principal };
  if (draft.kind === 'VESTING') return { ...common, ...vestingTimes(planned) };
  return {
    ...common,
    start: Number(draft.firstDue),
    end: endDate,
    cliff: null,
    step: Number(draft.group.interval),
    interval,
    periods: draft.periods,
    amountPerPeriod: draft.amount,
  };
};

const storedTimes = ({ schedule }: PlanRecipientRecord) => {
  if (schedule.kind === 'VESTING') {
    const { start, end, cliffSeconds, stepSeconds } = schedule;
    const cliff = cliffSeconds === 0 ? null : start + cliffSeconds;
    return { start, end, cliff, step: stepOf(stepSeconds), ...NO_SALARY };
  }
  const { firstDue, intervalSeconds, interval, periods, amountPerPeriod, endDate } = schedule;
  return { start: firstDue, end: endDate, cliff: null, step: intervalSeconds, interval, periods, amountPerPeriod };
};

const claimableOf = (stream: StreamRecord, asOf: bigint): bigint =>
  (stream.state && scheduleOf(stream).payout(stream.state, asOf)?.due) ?? 0n;

/** Converts a row of a stored list, with its stream once it is funded. @param own whether the viewer is the sender */
export const storedRow = (
  row: PlanRecipientRecord,
  stream: StreamRecord | undefined,
  { part, own, asOf }: { readonly part: number; readonly own: boolean; readonly asOf: bigint },
) => ({
  row: row.index,
  recipient: row.recipient,
  label: own ? row.label : null,
  amount: row.principal,
  ...storedTimes(row),
  id: row.streamId,
  streamId: stream?.streamId ?? null,
  part,
  status: stream?.status ?? 'PENDING',
  withdrawnAmount: stream?.withdrawnAmount ?? 0n,
  claimableAmount: stream === undefined ? 0n : claimableOf(stream, asOf),
  contractAddress: stream?.contractAddress ?? null,
  fundingTxHash: stream?.funding?.txHash ?? null,
});
