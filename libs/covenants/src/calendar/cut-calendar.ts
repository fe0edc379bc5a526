import { isLocalNetwork, type Network } from '../chain/network.js';
import { isParty } from '../chain/party.js';
import { cutRows, type FundingRun, fundingRoom } from '../plan/funding/cut-rows.js';
import { planCost, type PlanCost, type PlanCostOptions } from '../plan/funding/plan-cost.js';
import { outputSize } from '../transaction/size.js';
import { calendarAnnouncementLength, encodeCalendarAnnouncement } from './calendar-announcement.js';
import {
  type CalendarDraft,
  type CalendarFrame,
  type CalendarPart,
  calendarTermsOf,
  carriersOf,
  type PlannedCalendarStream,
  planCalendarStream,
  trancheListKey,
} from './calendar-draft.js';
import { type CalendarStreamProblem, findCalendarStreamProblem } from './calendar-rules.js';
import { encodeCalendarState } from './calendar-state.js';
import {
  calendarGroupKey,
  type CalendarTermsProblem,
  findCalendarTermsProblem,
  isBchCalendar,
  MAX_CALENDAR_GROUPS,
} from './calendar-terms.js';

/** What is wrong with a row of a list by the calendar. */
export type CalendarRowProblem = CalendarTermsProblem | CalendarStreamProblem | 'RECIPIENT_NOT_STANDARD';

/**
 * Returns the stream that a row of a list opens, or what is wrong with the row. Constructs no contract.
 *
 * @param index the row, counted from 1
 */
export const calendarRow = (
  frame: CalendarFrame,
  draft: CalendarDraft,
  index: number,
  network: Network,
): PlannedCalendarStream | CalendarRowProblem => {
  if (!isParty(draft.recipient)) return 'RECIPIENT_NOT_STANDARD';
  const stream = planCalendarStream(frame, draft, index);
  const terms = calendarTermsOf(frame, [stream]);
  return (
    findCalendarTermsProblem(terms, isLocalNetwork(network)) ??
    findCalendarStreamProblem(terms, stream.group, stream) ??
    stream
  );
};

/** Stands for any locking bytecode of a contract: all are P2SH32. */
const ANY_CONTRACT = new Uint8Array(35);
const ANY_CATEGORY = '00'.repeat(32);

/** Returns the bytes of a new stream's outputs: its state, and of tokens its companion. */
const streamBytes = ({ product }: CalendarFrame, stream: PlannedCalendarStream): number => {
  const { state, reserve, units, principal } = stream;
  const commitment = encodeCalendarState(product, state, reserve);
  const nft = { capability: 'mutable', commitment } as const;
  const own = outputSize({ to: ANY_CONTRACT, token: { category: ANY_CATEGORY, amount: units, nft } });
  const companion = isBchCalendar(product)
    ? 0
    : outputSize({ to: ANY_CONTRACT, token: { category: ANY_CATEGORY, amount: principal } });
  return own + companion;
};

/** Makes what returns the bytes of the outputs that announce a stream's list: they depend on its length. Undefined of other streams. */
const carrierBytes = ({ sender }: CalendarFrame) => {
  const known = new Map<number, number>();
  return (stream: PlannedCalendarStream) => {
    const key = trancheListKey(stream);
    if (key === undefined) return undefined;
    const { length } = stream.tranches ?? [];
    const bytes =
      known.get(length) ?? carriersOf([stream], sender).reduce((sum, output) => sum + outputSize(output), 0);
    known.set(length, bytes);
    return { key, bytes };
  };
};

/**
 * Splits rows by the calendar into runs that fit one transaction each, keeping their order. Constructs no contract.
 *
 * @param room bytes left in each transaction for anybody who pays; by default for two coins of a key (six for tokens)
 */
export const cutCalendar = (
  frame: CalendarFrame,
  streams: readonly PlannedCalendarStream[],
  room = fundingRoom(isBchCalendar(frame.product)),
): readonly FundingRun<PlannedCalendarStream>[] => {
  if (streams.length === 0) return [];
  const one = encodeCalendarAnnouncement(calendarTermsOf(frame, streams.slice(0, 1)));
  return cutRows(
    streams,
    {
      groupKey: ({ group }) => calendarGroupKey(group),
      mostGroups: MAX_CALENDAR_GROUPS,
      streamBytes: (stream) => streamBytes(frame, stream),
      sharedBytes: carrierBytes(frame),
      announcementBytes: (groups) => outputSize({ to: new Uint8Array(calendarAnnouncementLength(one, frame, groups)) }),
    },
    room,
  );
};

/** Computes what it costs to fund a run by the calendar: of lists of tranches, what announces them, too. */
export const calendarCost = (
  frame: CalendarFrame,
  run: FundingRun<PlannedCalendarStream>,
  options?: PlanCostOptions,
): PlanCost => {
  const carriers = carriersOf(run.streams, frame.sender).reduce((sum, { amount }) => sum + amount, 0n);
  const cost = planCost(frame, run, options);
  return { ...cost, carriers, satoshis: cost.satoshis + carriers };
};

/** Creates the part that a run of rows makes: the input of a funding. */
export const calendarPartOf = (frame: CalendarFrame, streams: readonly PlannedCalendarStream[]): CalendarPart => ({
  terms: calendarTermsOf(frame, streams),
  streams,
});
