import type { LinkedArtifact } from '../src/linked-artifact.js';
import { type CalendarForm, expandCalendar } from './calendar-source.js';
import { linkSource, type Layout } from './link.js';

/** A payment in a currency is paid many times; everything else happens seldom, and is behind one hash. */
const LAYOUT: Layout = {
  shown: 'pay',
  hidden: [['stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep']],
};

/** Links the source of payments in a currency, by equal periods or, with how many paydays a month has, by the calendar. */
export const linkCurrency = (source: string, form: Pick<CalendarForm, 'twice'> = {}): LinkedArtifact =>
  linkSource(expandCalendar(source, form), LAYOUT);

/** An artifact that `npm run contracts:compile` writes to `src/artifacts/<name>.ts`. */
export interface CurrencyArtifact {
  readonly name: string;
  readonly source: 'currency-payment' | 'currency-calendar';
  readonly form: Pick<CalendarForm, 'twice'>;
}

/** Payments by the calendar have one artifact for one payday a month, one for two. */
export const CURRENCY_ARTIFACTS: readonly CurrencyArtifact[] = [
  { name: 'currency-payment', source: 'currency-payment', form: {} },
  { name: 'currency-calendar', source: 'currency-calendar', form: {} },
  { name: 'currency-calendar-twice', source: 'currency-calendar', form: { twice: true } },
];
