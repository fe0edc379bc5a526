import { hexToBin } from '@bitauth/libauth';
import {
  BCH_ASSET,
  streamSchedule,
  type StreamParameters,
  type StreamSchedule,
  type VestingAsset,
} from '@weir/covenants';
import type { ListedStreamRecord, NewStream } from '@weir/infra';
import type { PaymentPlan } from '@weir/payments';
import { planScheduleOf, type PlanRow } from './plan-rows.js';

/** The columns that determine what becomes due, and when. */
export type ScheduledRow = Pick<
  NewStream,
  'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'tokenCategory' | 'recurring'
>;

/** The columns that a contract is made from. */
export type ContractRow = ScheduledRow &
  Pick<NewStream, 'senderHash' | 'recipientHash' | 'cancelable' | 'cancelNoticeBlocks' | 'nonce'>;

const assetOf = ({ tokenCategory }: ScheduledRow): VestingAsset =>
  tokenCategory === null ? BCH_ASSET : { type: 'FUNGIBLE_TOKEN', category: tokenCategory };

const planOf = ({ totalAmount, intervalSeconds }: ScheduledRow, recurring: NonNullable<ScheduledRow['recurring']>) => {
  if (intervalSeconds === null) throw new Error('A recurring row has no interval');
  const { firstDue, periods, amountPerPeriod } = recurring;
  return {
    amountPerPeriod,
    lastAmount: totalAmount - BigInt(periods - 1) * amountPerPeriod,
    periods: BigInt(periods),
    interval: BigInt(intervalSeconds),
    firstDue: BigInt(firstDue),
  } satisfies PaymentPlan;
};

const vestingOf = (row: ScheduledRow) => ({
  total: row.totalAmount,
  start: BigInt(row.startTime),
  end: BigInt(row.endTime),
  cliff: BigInt(row.cliffTimestamp ?? 0),
  step: BigInt(row.intervalSeconds ?? 0),
});

const noticeOf = (isNoticed: boolean, { cancelNoticeBlocks }: Pick<NewStream, 'cancelNoticeBlocks'>): number =>
  isNoticed ? cancelNoticeBlocks : 0;

/** Returns the parameters that a stored stream or payment is compiled with. */
export const parametersOf = (row: ContractRow): StreamParameters => {
  const { recurring, cancelable } = row;
  const common = {
    sender: hexToBin(row.senderHash),
    recipient: hexToBin(row.recipientHash),
    nonce: hexToBin(row.nonce),
  };
  const asset = assetOf(row);
  if (recurring !== null) {
    const { pausable } = recurring;
    const noticeBlocks = noticeOf(cancelable || pausable, row);
    const parameters = { ...common, plan: planOf(row, recurring), cancelable, pausable, noticeBlocks };
    return { kind: 'RECURRING', asset, parameters };
  }
  const schedule = vestingOf(row);
  return { kind: 'VESTING', asset, parameters: { ...common, schedule, noticeBlocks: noticeOf(cancelable, row) } };
};

/** The schedule of a row with a contract of its own. */
const ownScheduleOf = (row: ScheduledRow): StreamSchedule =>
  row.recurring === null
    ? streamSchedule({ kind: 'VESTING', parameters: { schedule: vestingOf(row) }, asset: assetOf(row) })
    : streamSchedule({ kind: 'RECURRING', parameters: { plan: planOf(row, row.recurring) } });

/** Returns the schedule of a stream's or payment's terms, whatever opened it. Constructs no contract. */
export const termsScheduleOf = (row: ScheduledRow): Pick<StreamSchedule, 'vestedAt' | 'curve'> => ownScheduleOf(row);

/** Returns the schedule of a stored stream or payment. Constructs no contract. */
export const scheduleOf = (
  row: ScheduledRow & Pick<PlanRow, 'initialCommitment'> & Pick<ListedStreamRecord, 'place'>,
): StreamSchedule => (row.place === null ? ownScheduleOf(row) : planScheduleOf(row, row.place));
