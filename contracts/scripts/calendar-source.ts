import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type Layout } from './link.js';

/** What has vested of `total` after `done` of `count` installments, by the allocation types of the Open Cap Table Format. */
export const VESTED = {
  CUMULATIVE_ROUND_DOWN: 'total * done / count',
  CUMULATIVE_ROUNDING: '(total * done * 2 + count) / (count * 2)',
  FRONT_LOADED: 'total / count * done + min(total % count, done)',
  BACK_LOADED: 'total / count * done + max(total % count - count + done, 0)',
  FRONT_LOADED_TO_SINGLE_TRANCHE: 'total - (count - done) * (total / count)',
  BACK_LOADED_TO_SINGLE_TRANCHE: 'total / count * done + total % count * int(done == count)',
} as const;
export type AllocationName = keyof typeof VESTED;

/** `due(at, day)` of a source: when a day of month `at` comes, as `dueDate` of @weir/calendar computes it. `at` is a variable. */
const DUE = /\bdue\((\w+), (\w+)\)/gu;
const dueOf = (at: string, day: string): string =>
  `min(367 * (${at} + 1) / 12 - 7 * (${at} / 12) / 4 + ${day}, 367 * (${at} + 2) / 12 - 7 * ((${at} + 1) / 12) / 4) * 86400 + zero`;

/**
 * The source of a covenant by the calendar. CashScript knows no expressions that several functions share, so sources name two:
 * `due(at, day)`, and `{vested}` of grants.
 */
export const expandCalendar = (source: string, allocation: AllocationName = 'CUMULATIVE_ROUND_DOWN'): string =>
  source.replace(DUE, (_, at: string, day: string) => dueOf(at, day)).replaceAll('{vested}', VESTED[allocation]);

/** A covenant by the calendar, and which of its functions its address shows. */
export interface CalendarCovenant {
  readonly name: `calendar-${'recurring' | 'vesting'}-${'bch' | 'token'}` | `tranches-${'bch' | 'token'}`;
  readonly layout: Layout;
}

const RECURRING: Layout = {
  shown: 'pay',
  hidden: [['end'], ['stop'], ['settle'], ['resume'], ['refund'], ['sweep']],
};
const GRANT: Layout = { shown: 'pay', hidden: [['end'], ['cancel'], ['refund'], ['sweep']] };

export const CALENDAR_COVENANTS: readonly CalendarCovenant[] = [
  { name: 'calendar-recurring-bch', layout: RECURRING },
  { name: 'calendar-vesting-bch', layout: GRANT },
  { name: 'tranches-bch', layout: GRANT },
  { name: 'calendar-recurring-token', layout: RECURRING },
  { name: 'calendar-vesting-token', layout: GRANT },
  { name: 'tranches-token', layout: GRANT },
];

/** Links the source of a covenant by the calendar. */
export const linkCalendar = (
  { layout }: Pick<CalendarCovenant, 'layout'>,
  source: string,
  allocation?: AllocationName,
): LinkedArtifact => linkSource(expandCalendar(source, allocation), layout);
