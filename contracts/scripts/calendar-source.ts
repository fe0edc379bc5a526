import type { Allocation } from '../src/calendar-artifact.js';
import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type Layout } from './link.js';
import { GRANT_LAYOUT, SALARY_LAYOUT } from './plan-source.js';

/** What has vested of `total` after `done` of `count` installments, by the allocation types of the Open Cap Table Format. */
export const VESTED: Readonly<Record<Allocation, string>> = {
  CUMULATIVE_ROUND_DOWN: 'total * done / count',
  CUMULATIVE_ROUNDING: '(total * done * 2 + count) / (count * 2)',
  FRONT_LOADED: 'total / count * done + min(total % count, done)',
  BACK_LOADED: 'total / count * done + max(total % count - count + done, 0)',
  FRONT_LOADED_TO_SINGLE_TRANCHE: 'total - (count - done) * (total / count)',
  BACK_LOADED_TO_SINGLE_TRANCHE: 'total / count * done + total % count * int(done == count)',
};
export const ALLOCATIONS = Object.keys(VESTED) as readonly Allocation[];

/** `due(at, day)` of a source: when a day of month `at` comes, as `dueDate` of @weir/calendar computes it. `at` is a variable. */
const DUE = /\bdue\((\w+), (\w+)\)/gu;
const dueOf = (at: string, day: string): string =>
  `min(367 * (${at} + 1) / 12 - 7 * (${at} / 12) / 4 + ${day}, 367 * (${at} + 2) / 12 - 7 * ((${at} + 1) / 12) / 4) * 86400 + zero`;
/** The same of payday `at`, two of which are in a month: the second one comes `gap` days later. */
const dueTwiceOf = (at: string, day: string): string =>
  `min(367 * (${at} / 2 + 1) / 12 - 7 * (${at} / 24) / 4 + ${day} + ${at} % 2 * gap, 367 * (${at} / 2 + 2) / 12 - 7 * ((${at} + 2) / 24) / 4) * 86400 + zero`;

/** A parameter that only salaries with two paydays a month have. */
const TWICE = /^( *)@twice (.*\n)/gmu;

/** What sources of the calendar leave open. */
export interface CalendarForm {
  readonly allocation?: Allocation | undefined;
  /** Two paydays a month. */
  readonly twice?: boolean | undefined;
}

/**
 * The source of a covenant by the calendar, with the functions that it borrows. CashScript knows no expressions that several functions
 * share, so sources name two: `due(at, day)`, and `{vested}` of grants.
 */
export const expandCalendar = (
  source: string,
  { allocation = 'CUMULATIVE_ROUND_DOWN', twice = false }: CalendarForm = {},
): string =>
  source
    .replace(TWICE, twice ? '$1$2' : '')
    .replace(DUE, (_, at: string, day: string) => (twice ? dueTwiceOf : dueOf)(at, day))
    .replaceAll('{vested}', VESTED[allocation]);

/** A covenant by the calendar, and which of its functions its address shows. */
export interface CalendarCovenant {
  readonly name: `calendar-${'recurring' | 'vesting'}-${'bch' | 'token'}` | `tranches-${'bch' | 'token'}`;
  readonly layout: Layout;
}

export const CALENDAR_COVENANTS: readonly CalendarCovenant[] = [
  { name: 'calendar-recurring-bch', layout: SALARY_LAYOUT },
  { name: 'calendar-vesting-bch', layout: GRANT_LAYOUT },
  { name: 'tranches-bch', layout: GRANT_LAYOUT },
  { name: 'calendar-recurring-token', layout: SALARY_LAYOUT },
  { name: 'calendar-vesting-token', layout: GRANT_LAYOUT },
  { name: 'tranches-token', layout: GRANT_LAYOUT },
];

/** Links the source of a covenant by the calendar, with the functions that it borrows. */
export const linkCalendar = (
  { layout }: Pick<CalendarCovenant, 'layout'>,
  source: string,
  form?: CalendarForm,
): LinkedArtifact => linkSource(expandCalendar(source, form), layout);

/** An artifact that `npm run contracts:compile` writes to `src/artifacts/<name>.ts`. */
export interface CalendarArtifact {
  readonly name: string;
  readonly covenant: CalendarCovenant;
  readonly form: CalendarForm;
}

const formsOf = (covenant: CalendarCovenant): readonly CalendarArtifact[] => {
  const { name } = covenant;
  if (name.startsWith('calendar-recurring'))
    return [
      { name, covenant, form: {} },
      { name: `${name}-twice`, covenant, form: { twice: true } },
    ];
  if (name !== 'calendar-vesting-token') return [{ name, covenant, form: {} }];
  return ALLOCATIONS.map((allocation) => ({
    name: `${name}-${allocation.toLowerCase().replaceAll('_', '-')}`,
    covenant,
    form: { allocation },
  }));
};

/**
 * Salaries have one artifact for one payday a month, one for two. Shares must match a cap table, so a grant in tokens has an artifact for
 * each allocation; a grant in satoshis has one.
 */
export const CALENDAR_ARTIFACTS: readonly CalendarArtifact[] = CALENDAR_COVENANTS.flatMap(formsOf);
