import type { TransactionCommon } from '@bitauth/libauth';
import {
  calendarClockSatoshis,
  type CalendarContract,
  calendarStepFee,
  cancelReserveOf,
  clockSatoshis,
  isCalendarStray,
  isPlanStray,
  type PlanContract,
  readCalendarStream,
  readCalendarTransition,
  readPlanTransition,
  readStream,
  salaryPaydayTime,
  type SteppingCoin,
  stepFeeOf,
  type StreamTransitionResult,
} from '@weir/covenants';
import type { SpentOutput } from '../request/signing-request.js';
import { UNSIGNED } from './ledger.js';

type Stray = Parameters<typeof isPlanStray>[1];

/** A step of a stream, or why a transaction is none. */
export type JudgedStep = StreamTransitionResult<SteppingCoin> & {
  /** When the next period falls due after it, Unix seconds; undefined where none is left. */
  readonly nextDue: bigint | undefined;
};

/** A contract whose streams' steps may be signed, of a plan in seconds or by the calendar. Satoshis unless stated otherwise. */
export interface JudgedContract extends Pick<PlanContract, 'network' | 'lockingBytecode'> {
  readonly terms: Pick<PlanContract['terms'], 'sender' | 'fee' | 'floor' | 'delay'>;
  readonly group: Pick<PlanContract['group'], 'noticeBlocks'>;
  readonly clock: Pick<PlanContract['clock'], 'lockingBytecode'>;
  /** The reserve that a cancel or pause leaves at least. */
  readonly fill: bigint;
  readonly clockSatoshis: bigint;
  /** What a move puts into the reserve and takes from it. */
  readonly stepFee: bigint;
  /** Reads the step that a transaction makes of the stream at an input; undefined where no stream is there. */
  readonly readAt: (
    spent: readonly SpentOutput[],
    input: number,
    transaction: TransactionCommon,
  ) => JudgedStep | undefined;
  /** Whether a coin at the address was sent there by mistake, and the sender may sweep it. */
  readonly isStray: (coin: Stray) => boolean;
}

/** Makes the judge of a plan's contract. */
export const judgedPlan = (contract: PlanContract): JudgedContract => ({
  network: contract.network,
  lockingBytecode: contract.lockingBytecode,
  terms: contract.terms,
  group: contract.group,
  clock: contract.clock,
  fill: cancelReserveOf(contract.terms),
  clockSatoshis: clockSatoshis(contract),
  stepFee: stepFeeOf(contract.terms),
  readAt(spent, input, transaction) {
    const [holding, output] = [readStream(contract, spent, input), spent[input]];
    if (holding === undefined || output === undefined) return undefined;
    const read = readPlanTransition(contract, { ...holding, outpoint: output.outpoint }, UNSIGNED, transaction);
    const state = read.ok ? read.transition.next?.state : undefined;
    return { ...read, nextDue: state?.kind === 'RECURRING' && state.unpaid > 0 ? state.next : undefined };
  },
  isStray: (coin) => isPlanStray(contract, coin),
});

/** Makes the judge of a contract by the calendar. A stop leaves its reserve alone. */
export const judgedCalendar = (contract: CalendarContract): JudgedContract => ({
  network: contract.network,
  lockingBytecode: contract.lockingBytecode,
  terms: contract.terms,
  group: contract.group,
  clock: contract.clock,
  fill: 0n,
  clockSatoshis: calendarClockSatoshis(contract),
  stepFee: calendarStepFee(contract.terms),
  readAt(spent, input, transaction) {
    const [holding, output] = [readCalendarStream(contract, spent, input), spent[input]];
    if (holding === undefined || output === undefined) return undefined;
    const read = readCalendarTransition(contract, { ...holding, outpoint: output.outpoint }, UNSIGNED, transaction);
    const { group } = contract;
    const state = read.ok ? read.transition.next?.state : undefined;
    const isLeft = state?.kind === 'SALARY' && group.kind === 'SALARY' && state.unpaid > 0;
    return { ...read, nextDue: isLeft ? salaryPaydayTime(group.paydays, state.next) : undefined };
  },
  isStray: (coin) => isCalendarStray(contract, coin),
});
