import { lockMoveDefaults, planDefaults, planRights, planSchedule, rowTimes } from '@weir/kinds';
import { Difference, lockingBytecodesOf, type NamedPaydays, offsetOfDays } from '@weir/verify';
import type { Answered } from '../shared/amounts.js';
import type { Requested } from '../shared/requested-terms.js';
import type { PlanRows, PlanTerms } from '../types/plans.types.js';
import type { Network } from './chain-reads.js';
import {
  assertAsset,
  assertInstallments,
  assertMatches,
  assertOpenStart,
  assertParty,
  assertPaydays,
  assertRights,
  assertTranches,
  periodsOf,
  scheduleKind,
  secondsOf,
  storedGrant,
  unitsOf,
} from './expected-records.js';
import { readPlanList, type ListRow } from './plan-list.js';

type Stored = Answered<'PlanStream'>;

const requestedRows = ({ terms, list }: Requested): readonly ListRow[] => {
  const { streams, csv, tokenCategory, product, calendar } = terms as PlanTerms;
  const given = (list as PlanRows | undefined) ?? csv ?? streams ?? [];
  if (typeof given !== 'string') return given;
  const offset = calendar === undefined || calendar === null ? 0 : offsetOfDays(calendar);
  const hasDays = product === 'recurring' || planSchedule(terms as PlanTerms) === 'INSTALLMENTS';
  return readPlanList(given, { inBch: isAbsent(tokenCategory), paydaysOffset: hasDays ? offset : undefined });
};

/** Whether the shape of a row, or else of its plan, makes it several streams. */
const isShaped = (row: ListRow, { shape }: PlanTerms): boolean =>
  (row.shape ?? (isAbsent(row.step) && isAbsent(row.cliff) ? shape : undefined) ?? undefined) !== undefined;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Terms that rows of a plan share, and when they were requested. */
interface Head extends Pick<Requested, 'at'> {
  readonly terms: PlanTerms;
  readonly network: Network;
  /** The paydays that the service says of the plan. */
  readonly said: Answered<'Plan'>['calendar'];
}

/** Compares a stored salary by the calendar with the row that it was made of. */
const assertDatedRow = (
  stored: Stored,
  row: ListRow,
  { terms, at, network, calendar, said }: Head & { readonly calendar: NamedPaydays },
): void => {
  const amount = unitsOf(row.amount, terms.tokenCategory);
  const { start, periods, amount_per_period_base: amountPerPeriod, interval } = stored;
  assertMatches('amount', amountPerPeriod, amount);
  const [startDate, endDate] = [row.start ?? terms.start, row.end ?? terms.end];
  assertMatches('end', stored.end, endDate ?? null);
  assertPaydays(
    { at, calendar, startDate, endDate },
    { calendar: said, interval, start, periods: periods ?? 0, amountPerPeriod: amount },
    network,
  );
};

/** Returns what a stored row of a plan says of the dates on which it vests. */
export const datesOfRow = (
  { calendar, tranches, start, amount_base: total }: Pick<Stored, 'calendar' | 'tranches' | 'start' | 'amount_base'>,
  asset: string | null,
) => ({ calendar, tranches, start_time: start, total_amount_base: total, token_category: asset });

/** What rows of each schedule say their dates by. */
const SAID_BY = { SECONDS: 'steps', INSTALLMENTS: 'installments', TRANCHES: 'tranches' } as const;

/** Compares a stored grant by the calendar with the row that it was made of. */
const assertDatedGrant = (stored: Stored, row: ListRow, { terms, at, network }: Head): void => {
  // With periods it would be funded as a salary.
  assertMatches('number of periods', stored.periods, null);
  assertMatches('amount', stored.amount_base, unitsOf(row.amount, terms.tokenCategory));
  const dates = datesOfRow(stored, terms.tokenCategory ?? null);
  if (planSchedule(terms) === 'TRANCHES') {
    assertTranches(row.tranches ?? [], dates);
    assertMatches('end', stored.end, row.tranches?.at(-1)?.time);
    return;
  }
  const calendar = row.calendar ?? terms.calendar;
  if (calendar === undefined || calendar === null)
    throw new Difference('OTHER_TERMS', `The service chose the days on which ${row.recipient} is paid`);
  const requested = {
    startTime: row.start ?? terms.start,
    installments: row.installments ?? terms.installments,
    cliffInstallment: row.cliffInstallment ?? terms.cliffInstallment,
    allocation: row.allocation ?? terms.allocation,
    releasedAmount: row.releasedAmount,
  };
  assertInstallments({ terms: requested, at, calendar }, dates, network);
  // The contract has what was compared. Pages show these, too.
  const { cliff = 1, firstDue = 0n, lastDue = 0n } = storedGrant(dates) ?? {};
  assertMatches('end', stored.end, Number(lastDue));
  assertMatches('cliff', stored.cliff, cliff > 1 ? Number(firstDue) : null);
};

/** Compares a stored stream with the row that it was made of. */
const assertRow = (stored: Stored, row: ListRow, { terms, at, network, said }: Head): void => {
  const schedule = planSchedule(terms) ?? 'SECONDS';
  assertMatches('kind of schedule', scheduleKind(stored), SAID_BY[schedule]);
  if (schedule !== 'SECONDS') {
    assertDatedGrant(stored, row, { terms, at, network, said });
    return;
  }
  const { calendar } = terms;
  if (calendar !== undefined && calendar !== null) {
    assertDatedRow(stored, row, { terms, at, network, calendar, said });
    return;
  }
  assertOpenStart(stored.start, row.start ?? terms.start, at, network);
  const head = { ...terms, ...planDefaults(terms, { now: stored.start, network }) };
  const amount = unitsOf(row.amount, head.tokenCategory);
  const { start, end } = rowTimes(row, head);
  assertMatches('start', stored.start, start);
  if (head.product === 'recurring') {
    const interval = row.interval ?? head.interval;
    const until = row.end ?? head.end ?? null;
    assertMatches('amount', stored.amount_per_period_base, amount);
    assertMatches('interval', stored.interval, interval);
    assertMatches('end', stored.end, until);
    assertMatches('number of periods', stored.periods, periodsOf(start, secondsOf(stored.interval), until));
    return;
  }
  // With periods it would be funded as a salary.
  assertMatches('number of periods', stored.periods, null);
  assertMatches('amount', stored.amount_base, amount);
  assertMatches('end', stored.end, end);
  assertMatches('cliff', stored.cliff ?? 0, row.cliff ?? head.cliff ?? 0);
  assertMatches('step', stored.step ?? 0, row.step ?? head.step ?? 0);
};

/** Streams and rows of one recipient. */
interface OfRecipient {
  readonly stored: Stored[];
  readonly rows: ListRow[];
}

const byRecipient = (stored: readonly Stored[], rows: readonly ListRow[], network: Network): readonly OfRecipient[] => {
  const groups = new Map<string, OfRecipient>();
  const groupOf = (address: string): OfRecipient => {
    const key = String(lockingBytecodesOf([address], network)[0]);
    const group = groups.get(key) ?? { stored: [], rows: [] };
    groups.set(key, group);
    return group;
  };
  for (const stream of stored) groupOf(stream.recipient).stored.push(stream);
  for (const row of rows) groupOf(row.recipient).rows.push(row);
  return [...groups.values()];
};

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Takes out the stream that a row became. @throws Difference of the last that it could be */
const takeRow = (left: Stored[], row: ListRow, head: Head): void => {
  let difference = new Difference('OTHER_TERMS', `The service stored no stream for your row of ${row.recipient}`);
  for (const [place, stream] of left.entries()) {
    try {
      assertRow(stream, row, head);
      left.splice(place, 1);
      return;
    } catch (error) {
      if (!(error instanceof Difference)) throw error;
      difference = error;
    }
  }
  throw difference;
};

/**
 * Compares the stored list of a plan with what was requested: each row once, and no other. The service puts rows of one
 * schedule together, so their order is its own. Of the streams of a shape recipients and amounts are compared; somebody has
 * to read their times in the review.
 *
 * @returns whether all of it was requested: nothing of it is a shape's
 * @throws Difference
 */
export const assertPlan = (
  requested: Requested,
  plan: Answered<'Plan'>,
  stored: readonly Stored[],
  network: Network,
): boolean => {
  const terms = requested.terms as PlanTerms;
  const rows = requestedRows(requested);
  assertMatches('schedule', plan.schedule, planSchedule(terms));
  assertMatches('calendar', plan.calendar === null, terms.product !== 'recurring' || isAbsent(terms.calendar));
  assertAsset(plan, terms);
  assertParty('sender', plan.sender, terms.sender);
  assertMatches('kind', plan.product, terms.product);
  const { cancelable, pausable, cancel_notice_blocks, move_delay_blocks } = plan;
  if (terms.product === 'lock') {
    // The sender has no rights in locks.
    assertMatches('right to cancel', cancelable, false);
    const { moveDelayBlocks = 0 } = lockMoveDefaults(terms);
    assertMatches('delay of a change of address', move_delay_blocks, moveDelayBlocks);
  } else {
    const rights = planRights(terms, { network });
    const stored = { cancelable, cancel_notice_blocks, move_delay_blocks };
    assertRights({ ...stored, ...(terms.product === 'recurring' && { pausable }) }, rights);
    assertMatches('number of payments that a cancel pays for', plan.cancel_fills, rights.cancelFills);
  }
  for (const { stored: left, rows: own } of byRecipient(stored, rows, network)) {
    const shaped = own.filter((row) => isShaped(row, terms));
    for (const row of own)
      if (!shaped.includes(row)) takeRow(left, row, { terms, at: requested.at, network, said: plan.calendar });
    const expected = sumOf(shaped.map(({ amount }) => unitsOf(amount, terms.tokenCategory)));
    const rest = sumOf(left.map(({ amount_base: amount }) => amount));
    const [first] = left;
    // A row below 0 would make up for one too many, which another part pays.
    if (first !== undefined && (shaped.length === 0 || left.some(({ amount_base: amount }) => amount <= 0n)))
      throw new Difference('OTHER_TERMS', `The service stored a stream to ${first.recipient} that you did not ask for`);
    if (first !== undefined || expected > 0n)
      assertMatches(`amount for ${first?.recipient ?? 'a recipient'}`, rest, expected);
  }
  return !rows.some((row) => isShaped(row, terms));
};
