import { MAX_SATOSHIS, type Party } from '@weir/covenants';
import { fundedTotal, INTERVAL_SECONDS, lastDue, MAX_TIME, paymentPlan } from '@weir/payments';
import { invalidTime, parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput } from '../plans.types.js';
import type { PlanHead } from './plan-defaults.js';
import type { RowStream } from './row-stream.js';

const tooMuch = (given: number | string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', 'amount times the funded periods exceeds what there can be', {
    field: 'amount',
    given,
  });

const tooLate = (start: bigint): ServiceError =>
  invalidTime(
    'start',
    `lets the last period fall due at ${MAX_TIME.toString()} or later, which the chain's time never passes: give an earlier end`,
    Number(start),
  );

/** @throws ServiceError INVALID_REQUEST */
const refuseVestingWords = (row: PlanRowInput): void => {
  const field = (['cliff', 'step', 'shape'] as const).find((each) => row[each] !== undefined);
  if (field !== undefined) throw new ServiceError('INVALID_REQUEST', `${field} is none of a recurring plan`, { field });
};

/**
 * Reads the salary that a row asks for: 12 periods, fewer where its end comes first, the first of them due at its start.
 *
 * @param amount of a period
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST
 */
export const recurringDraft = (
  row: PlanRowInput,
  amount: bigint,
  recipient: Party,
  { defaults, tokenType }: PlanHead,
): Pick<RowStream, 'draft' | 'interval' | 'endDate'> => {
  refuseVestingWords(row);
  const word = row.interval ?? defaults.interval;
  if (word === null)
    throw new ServiceError('INVALID_REQUEST', 'interval is required, of the row or of the plan', { field: 'interval' });
  const start = parseTime(row.start ?? defaults.start, 'start');
  const endDate = row.end ?? defaults.end;
  const end = endDate === null ? undefined : parseTime(endDate, 'end');
  const derived = paymentPlan({ amountPerPeriod: amount, interval: INTERVAL_SECONDS[word], start, end });
  if ('problem' in derived) {
    if (derived.problem === 'END_BEFORE_START')
      throw invalidTime('end', 'must not be before start, when the first period falls due', Number(end));
    if (derived.problem === 'LAST_DUE_OUT_OF_RANGE') throw tooLate(start);
    throw tooMuch(row.amount);
  }
  const { plan } = derived;
  if (lastDue(plan) >= MAX_TIME) throw tooLate(start);
  if (tokenType === 'BCH' && fundedTotal(plan) > MAX_SATOSHIS) throw tooMuch(row.amount);
  const { cancelable, pausable, noticeBlocks } = defaults;
  return {
    interval: word,
    endDate,
    draft: {
      kind: 'RECURRING',
      recipient,
      amount,
      periods: Number(plan.periods),
      firstDue: plan.firstDue,
      group: {
        kind: 'RECURRING',
        interval: plan.interval,
        noticeBlocks: cancelable ? noticeBlocks : 0,
        pausable,
        cancelable,
      },
    },
  };
};
