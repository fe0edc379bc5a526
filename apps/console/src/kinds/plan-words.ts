import type { Plan } from '@weir/client';
import { plural, t } from '../language/text.js';

/** What the rows of a plan are. */
export type PlanKind = Plan['product'];

/** The kind of record, and so the page, that each row of a plan becomes. */
export const ROW_KINDS = { vesting: 'stream', recurring: 'payment', lock: 'lock' } as const satisfies Record<
  PlanKind,
  string
>;

/** Returns what a plan is called. */
export const planKindText = (product: PlanKind): string => {
  if (product === 'lock') return t('Plan of locks');
  return product === 'vesting' ? t('Grants') : t('Payroll');
};

/** Returns what its rows are called. */
export const rowsText = (product: PlanKind): string => {
  if (product === 'lock') return t('Locks');
  return product === 'vesting' ? t('Streams') : t('Salaries');
};

/** Returns the title of a plan without a description. */
export const planTitle = ({ product, streams }: Pick<Plan, 'product' | 'streams'>): string => {
  if (product === 'lock') return plural(streams, { one: 'Locks for {count}', other: 'Locks for {count}' });
  return product === 'vesting'
    ? plural(streams, { one: 'Grants for {count}', other: 'Grants for {count}' })
    : plural(streams, { one: 'Salaries for {count}', other: 'Salaries for {count}' });
};

/** Returns the note under a plan in a list. */
export const planNote = ({ product, streams }: Pick<Plan, 'product' | 'streams'>): string => {
  if (product === 'lock') return plural(streams, { one: 'locks for {count}', other: 'locks for {count}' });
  return product === 'vesting'
    ? plural(streams, { one: 'grants for {count}', other: 'grants for {count}' })
    : plural(streams, { one: 'salaries for {count}', other: 'salaries for {count}' });
};

/** Counts the rows of a plan. */
export const rowsCount = ({ product, streams }: Pick<Plan, 'product' | 'streams'>): string => {
  if (product === 'lock') return plural(streams, { one: '{count} lock', other: '{count} locks' });
  return product === 'vesting'
    ? plural(streams, { one: '{count} stream', other: '{count} streams' })
    : plural(streams, { one: '{count} salary', other: '{count} salaries' });
};

/** What records of one plan are called together: "Salaries for 60". */
export const peopleText = (kind: string, count: number): string =>
  planTitle({ product: kind === 'payment' ? 'recurring' : kind === 'lock' ? 'lock' : 'vesting', streams: count });
