import { ApiError } from '@weir/http';
import { type Balance, type DailyActivity, type DailyBalance, groupBy } from '@weir/infra';

const DAY = 86_400;
const USUAL_DAYS = 30;
const MAX_DAYS = 366;

/** A range of days since 1970-01-01 UTC, both ends included. */
interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the days a query asks for, by default the last 30. @throws ApiError INVALID_TIME */
export const dayRange = ({ from, to }: { readonly from?: number; readonly to?: number }, now: number): DayRange => {
  const last = Math.floor((to ?? now) / DAY);
  const first = from === undefined ? Math.max(0, last - USUAL_DAYS + 1) : Math.floor(from / DAY);
  if (first > last) throw new ApiError('INVALID_TIME', 'from must not be later than to', { from, to });
  if (last - first >= MAX_DAYS)
    throw new ApiError('INVALID_TIME', `from and to must span at most ${MAX_DAYS} days`, { from, to });
  return { first, last };
};

/** Returns the end of a day, Unix seconds. */
export const endOf = (day: number): number => (day + 1) * DAY;

/** Formats a day as a UTC date. */
export const dateOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);

/** Shows amounts by asset (`BCH` or a category). */
const heldView = (amounts: ReadonlyMap<string, bigint>) => ({
  bch: { amount: amounts.get('BCH') ?? 0n },
  byToken: [...amounts]
    .filter(([asset, amount]) => asset !== 'BCH' && amount > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tokenCategory, amount]) => ({ tokenCategory, amount })),
});

const mapOf = (balances: readonly Balance[]): Map<string, bigint> =>
  new Map(balances.map(({ asset, balance }) => [asset, balance]));

/**
 * Shows what was held at the end of each day. @param changes changes of the range, and each asset's last one before
 * it
 */
export const tvlView = (current: readonly Balance[], changes: readonly DailyBalance[], { first, last }: DayRange) => {
  const held = mapOf(changes.filter(({ day }) => day < first));
  const byDay = groupBy(changes, ({ day }) => day.toString());
  const snapshots = [];
  for (let day = first; day <= last; day += 1) {
    for (const { asset, balance } of byDay.get(day.toString()) ?? []) held.set(asset, balance);
    snapshots.push({ time: endOf(day), ...heldView(held) });
  }
  return { current: heldView(mapOf(current)), snapshots };
};

/** Shows the activity day by day. @param rows in order of days */
export const volumeView = (rows: readonly DailyActivity[]) => {
  const days = [...new Set(rows.map(({ day }) => day))];
  return {
    days: days.map((day) => {
      const of = rows.filter((row) => row.day === day);
      const sum = (name: 'transactions' | 'funded' | 'claimed' | 'cancelled') =>
        of.reduce((total, row) => total + row[name], 0);
      return {
        date: dateOf(day),
        ...heldView(new Map(of.map(({ asset, volume }) => [asset, volume]))),
        transactions: sum('transactions'),
        funded: sum('funded'),
        claimed: sum('claimed'),
        cancelled: sum('cancelled'),
      };
    }),
  };
};
