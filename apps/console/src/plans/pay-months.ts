/** A day of a calendar: what falls due on it, or was paid. Base units. */
export interface PayDay {
  /** Unix seconds, within the day. */
  readonly at: number;
  readonly amount: bigint;
  readonly recipients: number;
  readonly state: 'paid' | 'due' | 'coming';
}

/** A month of a calendar in the user's time zone. */
export interface PayMonth {
  /** Its first moment, Unix seconds. */
  readonly start: number;
  /** Its days in weeks from Monday: `0` are the days of other months. */
  readonly cells: readonly number[];
  /** What its days hold, in order. */
  readonly days: readonly (PayDay & { readonly day: number })[];
}

interface Paydays {
  /** Unix seconds. */
  readonly asOf: number;
  readonly paydays: readonly PayEntry[];
  readonly paid: readonly PayEntry[];
}

interface PayEntry {
  readonly at: number;
  readonly amount_base: bigint;
  readonly recipients: number;
}

const DAYS_OF_WEEK = 7;
const NOON = 43_200;
const dateOf = (seconds: number): Date => new Date(seconds * 1_000);
const secondsOf = (date: Date): number => date.getTime() / 1_000;
const dayKey = (at: number): string => dateOf(at).toDateString();

/** Joins what falls due on one day of the user's time zone. The service adds payments up by UTC day: they are shown on its noon. */
const byDay = ({ asOf, paydays, paid }: Paydays): PayDay[] => {
  const days = new Map<string, PayDay>();
  const add = (at: number, { amount_base: base, recipients }: PayEntry, state: PayDay['state']): void => {
    const key = `${dayKey(at)} ${state}`;
    const known = days.get(key);
    days.set(key, {
      at: known?.at ?? at,
      state,
      amount: (known?.amount ?? 0n) + base,
      // Of several paydays on one day each counts its own people.
      recipients: Math.max(known?.recipients ?? 0, recipients),
    });
  };
  for (const day of paid) add(day.at + NOON, day, 'paid');
  for (const day of paydays) add(day.at, day, day.at <= asOf ? 'due' : 'coming');
  return [...days.values()].sort((a, b) => a.at - b.at);
};

/** Lists the months that hold a payday, and this month, the earliest first. */
export const monthsOf = (calendar: Paydays): readonly PayMonth[] => {
  const days = byDay(calendar);
  const monthOf = (at: number): number => {
    const date = dateOf(at);
    return secondsOf(new Date(date.getFullYear(), date.getMonth(), 1));
  };
  const starts = new Set([...days.map(({ at }) => at), calendar.asOf].map(monthOf));
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => {
      const first = dateOf(start);
      const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
      const before = (first.getDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
      return {
        start,
        cells: [...Array.from({ length: before }, () => 0), ...Array.from({ length }, (_, day) => day + 1)],
        days: days.filter(({ at }) => monthOf(at) === start).map((day) => ({ ...day, day: dateOf(day.at).getDate() })),
      };
    });
};
