import { binToHex } from '@bitauth/libauth';
import type { ErrorCode } from '@weir/api-contract/words';
import {
  calendarCost,
  type CalendarDraft,
  type CalendarFrame,
  calendarGroupKey,
  calendarRow,
  type CalendarRowProblem,
  calendarTermsOf,
  cutCalendar,
  cutPlan,
  encodeCalendarAnnouncement,
  encodePlanAnnouncement,
  type FundingRun,
  groupKey,
  isBchCalendar,
  isBchPlan,
  MAX_CALENDAR_GROUPS,
  mostGroupsOf,
  type Network,
  planCost,
  type PlanCostOptions,
  type PlanDraftProblem,
  type PlanFrame,
  type PlannedCalendarStream,
  type PlannedStream,
  planRow,
  type StreamDraft,
  termsOfStreams,
} from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';
import type { RowStream } from '../terms/plan-defaults.js';
import type { ListLayout, PartCost } from './list-layout.js';

/** The covenants' problems with a row, in words for its author. */
const WORDS: Partial<Record<PlanDraftProblem, { readonly code: ErrorCode; field: string; why: string }>> = {
  AMOUNT_OUT_OF_RANGE: {
    code: 'INVALID_AMOUNT',
    field: 'amount',
    why: 'is too small to be paid out, or exceeds the largest possible amount',
  },
  SCHEDULE_UNSOUND: {
    code: 'INVALID_TIME',
    field: 'end',
    why: 'and start are not a valid schedule: the end must be after the start, not before the cliff, and within the largest locktime',
  },
  CLIFF_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'cliff', why: 'is too long after the start' },
  STEP_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'step', why: 'must be from 1 to 4,294,967,295 seconds' },
  PARTY_IS_OF_THE_PLAN: {
    code: 'INVALID_ADDRESS',
    field: 'recipient',
    why: 'is an address of the plan itself, where nobody could spend the money',
  },
};

/** Makes the refusal of a row that parses but makes no valid stream. */
const draftFault = (problem: string): ServiceError => {
  const { code, field, why } = WORDS[problem as PlanDraftProblem] ?? {
    code: 'INVALID_REQUEST' as const,
    field: 'streams',
    why: `are not valid terms of a contract (${problem})`,
  };
  return new ServiceError(code, `${field} ${why}`, { field, problem });
};

/** Bytes reserved for a wallet that pays in tokens: some 50 coins, more than a holder has. */
export const TOKEN_ROOM = 8_000;
/** Bytes reserved for a vault: its state, which both signatures unlock, and some eight coins; of tokens some 25. */
export const VAULT_ROOM = 4_000;
export const VAULT_TOKEN_ROOM = 12_000;

/** Returns the bytes of a funding that are reserved for anybody who pays; undefined for the default. */
export const roomOf = (isBch: boolean, isVault: boolean): number | undefined => {
  if (isBch) return isVault ? VAULT_ROOM : undefined;
  return isVault ? VAULT_TOKEN_ROOM : TOKEN_ROOM;
};

/** What the streams of one kind of plan have of their own when a list is laid out. */
interface StreamKind<Stream extends PlannedRow, Problem extends string> {
  readonly frame: Pick<PlanFrame, 'nonce' | 'fee' | 'floor' | 'delay'>;
  /** Payments that a cancel leaves paid for; null where it reserves nothing. */
  readonly cancelFills: number | null;
  readonly isBch: boolean;
  readonly scheduleKey: ListLayout['scheduleKey'];
  readonly schedulesOfFunding: number;
  /** Returns the stream of a row, or what is wrong with the row. */
  readonly planned: (row: RowStream, index: number) => Stream | Problem;
  readonly cut: (streams: readonly Stream[], room: number | undefined) => readonly FundingRun<Stream>[];
  /** Returns the announcement's locking bytecode. */
  readonly announcement: (streams: readonly Stream[]) => Uint8Array;
  readonly cost: (run: FundingRun<Stream>, options: PlanCostOptions) => PartCost;
}

type PlannedRow = Pick<PlannedStream, 'recipient' | 'principal'> & { readonly state: { readonly index: number } };

const streamLayout = <Stream extends PlannedRow, Problem extends string>(
  kind: StreamKind<Stream, Problem>,
): ListLayout => {
  const { frame, cancelFills, isBch, scheduleKey, schedulesOfFunding } = kind;
  /** Streams of a list of tranches take a hash for each date, so that each is made once for its place. */
  const made = new WeakMap<RowStream['draft'], Stream>();
  const planned = (row: RowStream, index: number): Stream => {
    const before = made.get(row.draft);
    if (before?.state.index === index) return before;
    const stream = kind.planned(row, index);
    if (typeof stream === 'string') throw draftFault(stream);
    made.set(row.draft, stream);
    return stream;
  };
  return {
    columns: {
      nonce: binToHex(frame.nonce),
      paymentFee: frame.fee,
      reserveFloor: frame.floor,
      cancelFills,
      moveDelay: frame.delay,
    },
    scheduleKey,
    schedulesOfFunding,
    place: (stream, index) => ({ principal: planned(stream, index).principal, identity: undefined }),
    cut(listed, isVault) {
      const byIndex = new Map(listed.map((stream) => [stream.index, stream]));
      const runs = kind.cut(
        listed.map((stream) => planned(stream, stream.index)),
        roomOf(isBch, isVault),
      );
      return runs.map((run) => ({
        streams: run.streams.flatMap(({ state }) => byIndex.get(state.index) ?? []),
        announcement: binToHex(kind.announcement(run.streams)),
        cost: (options) => kind.cost(run, options),
      }));
    },
  };
};

/** @throws Error for a row of the other kind: the head of its plan decides which it is */
const draftInSeconds = ({ draft }: RowStream): StreamDraft => {
  if (draft.kind === 'VESTING' || draft.kind === 'RECURRING') return draft;
  throw new Error('A row by the calendar is in a plan in seconds');
};

const datedDraft = ({ draft }: RowStream): CalendarDraft => {
  if (draft.kind === 'VESTING' || draft.kind === 'RECURRING')
    throw new Error('A row in seconds is in a plan by the calendar');
  return draft;
};

/** The layout of lists of streams and salaries in seconds. */
export const planLayout = (frame: PlanFrame, network: Network): ListLayout =>
  streamLayout<PlannedStream, PlanDraftProblem>({
    frame,
    cancelFills: Number(frame.cancelFills),
    isBch: isBchPlan(frame.product),
    scheduleKey: (row) => groupKey(draftInSeconds(row).group),
    schedulesOfFunding: mostGroupsOf(frame.product, frame.sender),
    planned: (row, index) => planRow(frame, draftInSeconds(row), index, network),
    cut: (streams, room) => cutPlan(frame, streams, room),
    announcement: (streams) => encodePlanAnnouncement(termsOfStreams(frame, streams)),
    cost: (run, options) => planCost(frame, run, options),
  });

/** The layout of lists of salaries, grants or tranches by the calendar. */
export const calendarLayout = (frame: CalendarFrame, network: Network): ListLayout =>
  streamLayout<PlannedCalendarStream, CalendarRowProblem>({
    frame,
    cancelFills: null,
    isBch: isBchCalendar(frame.product),
    scheduleKey: (row) => calendarGroupKey(datedDraft(row).group),
    schedulesOfFunding: MAX_CALENDAR_GROUPS,
    planned: (row, index) => calendarRow(frame, datedDraft(row), index, network),
    cut: (streams, room) => cutCalendar(frame, streams, room),
    announcement: (streams) => encodeCalendarAnnouncement(calendarTermsOf(frame, streams)),
    cost: (run, options) => calendarCost(frame, run, options),
  });
