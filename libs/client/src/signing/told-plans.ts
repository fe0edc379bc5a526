import { Difference, lockingBytecodesOf } from '@weir/verify';
import type { Answered } from '../shared/amounts.js';
import type { Told } from '../shared/told.js';
import type { PlanRows, PlanTerms } from '../types/plans.types.js';
import type { Network } from './chain-reads.js';
import { readPlanList, type ListRow } from './plan-list.js';
import { assertAsset, assertParty, assertRights, assertStart, assertTold, INTERVALS, unitsOf } from './told-records.js';

const YEAR = 365 * 86_400;

/** Payments that a cancel pays for where nobody says how many. */
const CANCEL_FILLS = 17;

type Stored = Answered<'PlanStream'>;

const rowsTold = ({ terms, list }: Told): readonly ListRow[] => {
  const { streams, csv, tokenCategory } = terms as PlanTerms;
  const given = (list as PlanRows | undefined) ?? csv ?? streams ?? [];
  return typeof given === 'string' ? readPlanList(given, isAbsent(tokenCategory)) : given;
};

/** Whether the shape of a row, or else of its plan, makes it several streams. */
const isShaped = (row: ListRow, { shape }: PlanTerms): boolean =>
  (row.shape ?? (isAbsent(row.step) && isAbsent(row.cliff) ? shape : undefined) ?? undefined) !== undefined;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Compares a stored stream with the row that it was made of. */
const assertRow = (stored: Stored, row: ListRow, terms: PlanTerms, at: number, network: Network): void => {
  const amount = unitsOf(row.amount, terms.tokenCategory);
  assertStart(stored.start, row.start ?? terms.start, at, network);
  const end = row.end ?? terms.end ?? null;
  if (terms.product === 'recurring') {
    assertTold('amount', stored.amount_per_period_base, amount);
    assertTold('interval', INTERVALS[stored.interval ?? ''], INTERVALS[row.interval ?? terms.interval ?? '']);
    assertTold('end', stored.end, end);
    return;
  }
  assertTold('amount', stored.amount_base, amount);
  assertTold('end', stored.end, end ?? stored.start + YEAR);
  assertTold('cliff', stored.cliff ?? 0, row.cliff ?? terms.cliff ?? 0);
  assertTold('step', stored.step ?? 0, row.step ?? terms.step ?? 0);
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
const takeRow = (left: Stored[], row: ListRow, terms: PlanTerms, at: number, network: Network): void => {
  let difference = new Difference('OTHER_TERMS', `The service stored no stream for your row of ${row.recipient}`);
  for (const [place, stream] of left.entries()) {
    try {
      assertRow(stream, row, terms, at, network);
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
 * Compares the stored list of a plan with what its caller told: each row once, and no other. The service puts rows of one
 * schedule together, so their order is its own. Of the streams of a shape recipients and amounts are compared; somebody has
 * to read their times in the review.
 *
 * @returns whether all of it was told: nothing of it is a shape's
 * @throws Difference
 */
export const assertPlanTold = (
  told: Told,
  plan: Answered<'Plan'>,
  stored: readonly Stored[],
  network: Network,
): boolean => {
  const terms = told.terms as PlanTerms;
  assertAsset(plan, terms);
  assertParty('sender', plan.sender, terms.sender);
  assertTold('kind', plan.product, terms.product);
  const { cancelable, pausable, cancel_notice_blocks } = plan;
  const asked = rowsTold(told);
  const isRecurring = terms.product === 'recurring';
  // Nobody has rights in locks.
  if (terms.product === 'lock') assertTold('right to cancel', cancelable, false);
  else {
    assertRights({ cancelable, cancel_notice_blocks, ...(isRecurring && { pausable }) }, terms, network);
    assertTold('number of payments that a cancel pays for', plan.cancel_fills, terms.cancelFills ?? CANCEL_FILLS);
  }
  for (const { stored: left, rows } of byRecipient(stored, asked, network)) {
    const shaped = rows.filter((row) => isShaped(row, terms));
    for (const row of rows) if (!shaped.includes(row)) takeRow(left, row, terms, told.at, network);
    const expected = sumOf(shaped.map(({ amount }) => unitsOf(amount, terms.tokenCategory)));
    const rest = sumOf(left.map(({ amount_base: amount }) => amount));
    const [first] = left;
    if (first !== undefined || expected > 0n)
      assertTold(`amount for ${first?.recipient ?? 'a recipient'}`, rest, expected);
  }
  return !asked.some((row) => isShaped(row, terms));
};
