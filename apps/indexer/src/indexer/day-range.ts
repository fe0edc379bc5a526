import { ApiError } from '@weir/http';

const DAY = 86_400;
const USUAL_DAYS = 30;
const MAX_DAYS = 366;

/** A range of days since 1970-01-01 UTC, both ends included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the days a query asks for, by default the last 30. @throws ApiError INVALID_TIME */
export const dayRange = ({ from, to }: { readonly from?: number; readonly to?: number }, now: number): DayRange => {
  const last = Math.floor((to ?? now) / DAY);
  const first = from === undefined ? Math.max(0, last - USUAL_DAYS + 1) : Math.floor(from / DAY);
  if (first > last) throw new ApiError('INVALID_TIME', 'from must not be later than to', { from, to });
  if (last - first >= MAX_DAYS) throw new ApiError('INVALID_TIME', `At most ${MAX_DAYS} days at once`, { from, to });
  return { first, last };
};

/** Returns the end of a day, Unix seconds. */
export const endOf = (day: number): number => (day + 1) * DAY;

/** Formats a day as a UTC date. */
export const dateOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);
