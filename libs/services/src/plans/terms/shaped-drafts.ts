import {
  cliffAndMonthlyShape,
  exponentialShape,
  MONTH_SECONDS,
  trancheShape,
  upfrontAndTailShape,
  type ShapeTerms,
  type VestingDraft,
} from '@weir/covenants';
import { MAX_MONTHS, MAX_SHAPE_EXPONENT, MAX_SHAPE_PARTS } from '@weir/kinds';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { invalidTime, parseReachable, parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput, ShapeInput } from '../plans.types.js';
import { parseRowTimes, type PlanHead } from './plan-defaults.js';

/** Percentages have 4 decimals: parts of a million. */
const PARTS = 1_000_000n;
const PARTS_A_PERCENT = 10_000;

interface Shaping {
  readonly shape: ShapeInput;
  readonly row: PlanRowInput;
  readonly total: bigint;
  readonly terms: ShapeTerms;
  readonly head: PlanHead;
  /** Units of the smallest stream. */
  readonly least: bigint;
}

const invalid = (field: string, why: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `${field} ${why}`, { field });

const count = (given: number, field: string, most: number, least = 1): number => {
  if (Number.isInteger(given) && given >= least && given <= most) return given;
  throw invalid(field, `must be a whole number from ${least} to ${most}`);
};

/** Parts of a million. @throws ServiceError INVALID_REQUEST */
const partsOf = (percent: number, field: string): bigint => {
  const parts = Math.round(percent * PARTS_A_PERCENT);
  const exact = Math.abs(percent * PARTS_A_PERCENT - parts) < 1e-6;
  if (exact && parts > 0 && BigInt(parts) <= PARTS) return BigInt(parts);
  throw invalid(field, 'must be more than 0 and at most 100, with up to 4 decimals');
};

/** Refuses a part too small to be a stream: it could never be paid. @throws ServiceError INVALID_AMOUNT */
const assertPayable = (drafts: readonly VestingDraft[], least: bigint): readonly VestingDraft[] => {
  if (drafts.every(({ total }) => total >= least)) return drafts;
  throw new ServiceError(
    'INVALID_AMOUNT',
    'amount is too small for the parts of its shape: each must be at least the smallest payment',
    {
      field: 'amount',
      least: least.toString(),
    },
  );
};

const tranches = ({ total, terms }: Shaping, given: Extract<ShapeInput, { kind: 'tranches' }>['tranches']) => {
  count(given.length, 'shape.tranches', MAX_SHAPE_PARTS);
  const each = given.map(({ time, percent }, i) => ({
    time: parseReachable(time, `shape.tranches.${i}.time`),
    parts: partsOf(percent, `shape.tranches.${i}.percent`),
  }));
  // The second before is where a stream of one moment starts.
  for (const [i, { time }] of each.entries()) parseTime(Number(time) - 1, `shape.tranches.${i}.time`);
  if (each.reduce((sum, { parts }) => sum + parts, 0n) !== PARTS)
    throw invalid('shape.tranches', 'must add up to 100 percent');
  const amounts = each.map(({ parts }) => (total * parts) / PARTS);
  const rest = total - amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0n);
  return trancheShape({
    ...terms,
    tranches: each.map(({ time }, i) => ({ time, amount: i === each.length - 1 ? rest : (amounts[i] ?? 0n) })),
  });
};

const monthly = (
  { row, total, terms, head, least }: Shaping,
  shape: Extract<ShapeInput, { kind: 'cliff-and-monthly' }>,
) => {
  const months = count(shape.months, 'shape.months', MAX_MONTHS);
  const cliffMonths = count(shape.cliffMonths, 'shape.cliffMonths', months, 0);
  const start = parseTime(row.start ?? head.defaults.start, 'start');
  if (row.end !== undefined) throw invalidTime('end', 'must be omitted: the months of the shape set it', row.end);
  const end = parseReachable(Number(start + BigInt(months) * MONTH_SECONDS), 'shape.months');
  const cliff = cliffMonths === 0 ? 0n : start + BigInt(cliffMonths) * MONTH_SECONDS;
  assertSoundCliff({ total, start, end, cliff, step: MONTH_SECONDS }, least, 'shape.cliffMonths');
  return cliffAndMonthlyShape({ ...terms, total, start, months, cliffMonths });
};

const draftsOf = (shaping: Shaping): readonly VestingDraft[] => {
  const { shape, row, total, terms, head, least } = shaping;
  switch (shape.kind) {
    case 'upfront-and-tail': {
      const parts = partsOf(shape.upfrontPercent, 'shape.upfrontPercent');
      const upfront = (total * parts) / PARTS;
      if (upfront === 0n || upfront >= total)
        throw invalid('shape.upfrontPercent', 'must leave a part to unlock and a part after it');
      const times = parseRowTimes(row, head);
      parseTime(Number(times.start) - 1, 'start');
      return upfrontAndTailShape({ ...terms, total, upfront, ...times });
    }
    case 'cliff-and-monthly':
      return monthly(shaping, shape);
    case 'tranches':
      return tranches(shaping, shape.tranches);
    case 'exponential': {
      const exponent = count(shape.exponent, 'shape.exponent', MAX_SHAPE_EXPONENT);
      const pieces = count(shape.pieces, 'shape.pieces', MAX_SHAPE_PARTS);
      const times = parseRowTimes(row, head);
      if (times.end - times.start < BigInt(pieces)) throw invalid('shape.pieces', 'must not be more than seconds');
      return exponentialShape({ ...terms, total, ...times, exponent, pieces, least });
    }
  }
};

/**
 * Drafts the streams of a shape.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const shapedDrafts = (shaping: Shaping): readonly VestingDraft[] => {
  const { row } = shaping;
  const field = (['cliff', 'step'] as const).find((each) => row[each] !== undefined);
  if (field !== undefined) throw invalid(field, 'is set by the shape: omit one of them');
  return assertPayable(draftsOf(shaping), shaping.least);
};
