import { MAX_SATOSHIS, type Network } from '@weir/covenants';
import { MAX_AMOUNT, MAX_PLAN_STREAMS } from '@weir/kinds';
import { inTurns } from '../../shared/in-turns.js';
import { ServiceError } from '../../shared/service-error.js';
import type { ListedStream, ListLayout } from '../layout/list-layout.js';
import type { RowFault } from '../plans.types.js';
import type { PlanHead, RowStream } from '../terms/plan-defaults.js';
import { parsePlanRow } from '../terms/plan-row.js';
import type { NumberedRow } from './read-rows-csv.js';

/** Most rows of a plan, and most streams, of which a row's shape may make several. */
/** Most kinds of schedules in one plan: each has an address, and sixteen of them fit one funding. */
export const MAX_PLAN_SCHEDULES = 256;
/** How many faults an answer names. */
const MAX_NAMED = 100;
/** How many rows are read before other requests get their turn. */
const AT_ONCE = 200;
/** The same of lists of tranches: a row may have a hundred dates. */
const LISTS_AT_ONCE = 5;

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

/** A stream, and the number of its row in the list, from 1. */
type NumberedStream = RowStream & { readonly row: number };

/** Groups streams by schedule, in order of appearance: each funding then has few schedules. */
const bySchedule = async (
  streams: readonly NumberedStream[],
  { scheduleKey, schedulesOfFunding }: ListLayout,
): Promise<readonly NumberedStream[]> => {
  const kinds = new Map<string, NumberedStream[]>();
  for await (const stream of inTurns(streams, AT_ONCE)) {
    const key = scheduleKey(stream);
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [stream]);
    else kind.push(stream);
  }
  if (kinds.size > MAX_PLAN_SCHEDULES)
    throw new ServiceError(
      'PLAN_TOO_LARGE',
      `The rows have ${kinds.size} different schedules (cliff from the start, step, notice; of locks start and end, too), and a plan has at most ${MAX_PLAN_SCHEDULES}: use fewer schedules`,
      { limit: MAX_PLAN_SCHEDULES, schedules: kinds.size },
    );
  return kinds.size <= schedulesOfFunding ? streams : [...kinds.values()].flat();
};

const assertSum = (streams: readonly ListedStream[], { tokenType }: PlanHead): void => {
  const sum = streams.reduce((total, { principal }) => total + principal, 0n);
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

/** Makes the refusal of a row that asks for the same as another one. */
const sameAs = (row: number): Omit<RowFault, 'row' | 'line'> => ({
  field: 'recipient',
  code: 'INVALID_REQUEST',
  reason: `is the same lock as that of row ${row}: add their amounts, or let their times differ by a second`,
});

/**
 * Reads the streams of a list, checking each as the covenants will. Reports the faults of all rows at once, the first
 * hundred of them. Yields to other requests every few hundred rows.
 *
 * @throws ServiceError INVALID_RECIPIENTS, PLAN_TOO_LARGE, INVALID_AMOUNT
 */
export const readRows = async (
  rows: readonly NumberedRow[],
  head: PlanHead,
  layout: ListLayout,
  network: Network,
): Promise<readonly ListedStream[]> => {
  const [streams, faults]: [NumberedStream[], RowFault[]] = [[], []];
  const identities = new Map<string, number>();
  const atOnce = head.defaults.schedule === 'TRANCHES' ? LISTS_AT_ONCE : AT_ONCE;
  for await (const [i, { row, line }] of inTurns(rows.entries(), atOnce)) {
    const place = { row: i + 1, line };
    try {
      if (isFault(row)) faults.push({ ...place, ...row });
      else
        for (const stream of parsePlanRow(row, head, network)) {
          const { identity } = layout.place(stream, 1);
          const same = identity === undefined ? undefined : identities.get(identity);
          if (same !== undefined) faults.push({ ...place, ...sameAs(same) });
          if (identity !== undefined) identities.set(identity, i + 1);
          streams.push({ ...stream, row: i + 1 });
        }
    } catch (error) {
      faults.push({ ...place, ...faultOf(error) });
    }
    if (streams.length > MAX_PLAN_STREAMS) throw tooMany(streams.length);
  }
  if (faults.length > 0) throw refuseRows(faults, rows.length);
  const listed: ListedStream[] = [];
  const ordered = await bySchedule(streams, layout);
  for await (const [i, stream] of inTurns(ordered.entries(), atOnce))
    listed.push({ ...stream, index: i + 1, principal: layout.place(stream, i + 1).principal });
  assertSum(listed, head);
  return listed;
};
