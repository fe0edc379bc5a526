import type { TvlResponse, VolumeResponse } from '@weir/api-contract';
import type { Balance, DailyActivity, DailyBalance } from '@weir/infra';
import { dateOf, endOf, type DayRange } from './day-range.js';
import { presentHeld } from './present-amount.js';

const mapOf = (balances: readonly Balance[]): Map<string, bigint> =>
  new Map(balances.map(({ asset, balance }) => [asset, balance]));

/**
 * Presents what was held at the end of each day. @param changes changes of the range, and each asset's last one before
 * it
 */
export const presentTvl = (
  current: readonly Balance[],
  changes: readonly DailyBalance[],
  { first, last }: DayRange,
): TvlResponse => {
  const held = mapOf(changes.filter(({ day }) => day < first));
  const byDay = new Map<number, DailyBalance[]>();
  for (const change of changes) {
    const known = byDay.get(change.day);
    if (known === undefined) byDay.set(change.day, [change]);
    else known.push(change);
  }
  const snapshots = [];
  for (let day = first; day <= last; day += 1) {
    for (const { asset, balance } of byDay.get(day) ?? []) held.set(asset, balance);
    snapshots.push({ time: endOf(day), ...presentHeld(held) });
  }
  return { success: true, current: presentHeld(mapOf(current)), snapshots };
};

/** Presents the activity day by day. @param rows in order of days */
export const presentVolume = (rows: readonly DailyActivity[]): VolumeResponse => {
  const days = [...new Set(rows.map(({ day }) => day))];
  return {
    success: true,
    days: days.map((day) => {
      const of = rows.filter((row) => row.day === day);
      const sum = (name: 'transactions' | 'funded' | 'claimed' | 'cancelled') =>
        of.reduce((total, row) => total + row[name], 0);
      return {
        date: dateOf(day),
        ...presentHeld(new Map(of.map(({ asset, volume }) => [asset, volume]))),
        ...{
          transactions: sum('transactions'),
          funded: sum('funded'),
          claimed: sum('claimed'),
          cancelled: sum('cancelled'),
        },
      };
    }),
  };
};
