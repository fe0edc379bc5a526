import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode } from '@weir/api-contract/words';
import {
  groupKey,
  MAX_SATOSHIS,
  planRow,
  type Network,
  type PlanFrame,
  type PlannedStream,
  type PlanDraftProblem,
} from '@weir/covenants';
import { MAX_AMOUNT } from '@weir/vesting';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput, RowFault } from '../plans.types.js';
import type { PlanHead, RowStream } from '../terms/plan-defaults.js';
import { parsePlanRow } from '../terms/plan-row.js';
import type { NumberedRow } from './read-rows-csv.js';

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
    why: 'and start make no valid schedule: the end must be after the start, not before the cliff, and within the largest locktime',
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
const draftFault = (problem: PlanDraftProblem): ServiceError => {
  const { code, field, why } = WORDS[problem] ?? {
    code: 'INVALID_REQUEST' as const,
    field: 'streams',
    why: `are not valid terms of a contract (${problem})`,
  };
  return new ServiceError(code, `${field} ${why}`, { field, problem });
};

/** Most rows of a plan, and most streams, of which a row's shape may make several. */
export const MAX_PLAN_STREAMS = 10_000;
/** Most kinds of schedules in one plan: each has an address, and sixteen of them fit one funding. */
export const MAX_PLAN_SCHEDULES = 256;
/** How many faults an answer names. */
const MAX_NAMED = 100;
/** How many rows are read before other requests get their turn. */
const AT_ONCE = 200;

export interface ListedStream extends RowStream {
  readonly planned: PlannedStream;
}

const faultOf = (error: unknown): Omit<RowFault, 'row' | 'line'> => {
  if (!(error instanceof ServiceError)) throw error;
  const { field } = error.details;
  return { field: typeof field === 'string' ? field : null, code: error.code, reason: error.message };
};

const named = ({ row, line, reason }: RowFault): string =>
  `${line === undefined ? `row ${row}` : `line ${line}`}: ${reason}`;

const refuseRows = (faults: readonly RowFault[], rows: number): ServiceError => {
  const [first] = faults;
  return new ServiceError(
    'INVALID_RECIPIENTS',
    `${faults.length} of ${rows} rows are not valid; ${first === undefined ? '' : named(first)}`,
    { errorCount: faults.length, errors: faults.slice(0, MAX_NAMED).map((fault) => ({ line: null, ...fault })) },
  );
};

const tooMany = (count: number): ServiceError =>
  new ServiceError(
    'PLAN_TOO_LARGE',
    `The rows make ${count} streams, and a plan has at most ${MAX_PLAN_STREAMS}: split them into several plans`,
    { limit: MAX_PLAN_STREAMS, streams: count },
  );

/** Groups streams by schedule, in order of appearance: each funding then has few schedules. */
const bySchedule = (streams: readonly RowStream[]): readonly RowStream[] => {
  const kinds = new Map<string, RowStream[]>();
  for (const stream of streams) {
    const key = groupKey(stream.draft.group);
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [stream]);
    else kind.push(stream);
  }
  if (kinds.size > MAX_PLAN_SCHEDULES)
    throw new ServiceError(
      'PLAN_TOO_LARGE',
      `The rows have ${kinds.size} different schedules (cliff from the start, step, notice), and a plan has at most ${MAX_PLAN_SCHEDULES}: use fewer schedules`,
      { limit: MAX_PLAN_SCHEDULES, schedules: kinds.size },
    );
  return kinds.size <= SCHEDULES_OF_A_FUNDING ? streams : [...kinds.values()].flat();
};
const SCHEDULES_OF_A_FUNDING = 16;

const assertSum = (streams: readonly ListedStream[], { tokenType }: PlanHead): void => {
  const sum = streams.reduce((total, { planned }) => total + planned.principal, 0n);
  const most = tokenType === 'BCH' ? MAX_SATOSHIS : MAX_AMOUNT;
  if (sum > most)
    throw new ServiceError(
      'INVALID_AMOUNT',
      `The rows sum up to ${sum.toString()}, more than the largest possible amount`,
      {
        field: 'amount',
        sum: sum.toString(),
        most: most.toString(),
      },
    );
};

const isFault = (row: NumberedRow['row']): row is Omit<RowFault, 'row' | 'line'> => 'code' in row;

/**
 * Reads the streams of a list, checking each as the covenants will. Reports the faults of all rows at once, the first
 * hundred of them. Yields to other requests every few hundred rows.
 *
 * @throws ServiceError INVALID_RECIPIENTS, PLAN_TOO_LARGE, INVALID_AMOUNT
 */
export const readRows = async (rows: readonly NumberedRow[], head: PlanHead, frame: PlanFrame, network: Network) => {
  const [streams, faults]: [RowStream[], RowFault[]] = [[], []];
  for (const [i, { row, line }] of rows.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const place = { row: i + 1, line };
    try {
      if (isFault(row)) faults.push({ ...place, ...row });
      else streams.push(...checkedRow(row, head, frame, network));
    } catch (error) {
      faults.push({ ...place, ...faultOf(error) });
    }
    if (streams.length > MAX_PLAN_STREAMS) throw tooMany(streams.length);
  }
  if (faults.length > 0) throw refuseRows(faults, rows.length);
  const listed: ListedStream[] = [];
  for (const [i, stream] of bySchedule(streams).entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await nextTurn();
    listed.push({ ...stream, planned: plannedStream(stream, i + 1, frame, network) });
  }
  assertSum(listed, head);
  return listed;
};

/** @throws ServiceError INVALID_REQUEST where the covenants take no such stream */
const plannedStream = ({ draft }: RowStream, index: number, frame: PlanFrame, network: Network): PlannedStream => {
  const planned = planRow(frame, draft, index, network);
  if (typeof planned === 'string') throw draftFault(planned);
  return planned;
};

const checkedRow = (row: PlanRowInput, head: PlanHead, frame: PlanFrame, network: Network): readonly RowStream[] => {
  const streams = parsePlanRow(row, head, network);
  for (const stream of streams) plannedStream(stream, 1, frame, network);
  return streams;
};
