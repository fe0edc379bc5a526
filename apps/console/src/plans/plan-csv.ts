import type { Plan, PlanStream } from '@weir/client';
import { secondText, timeText } from '@weir/merkle/times';
import { asTyped, decimalsOf, plainText } from '../format/amount.js';
import { csvText } from '../format/csv.js';

const dayOf = (at: number | null): string => (at === null ? '' : timeText(at));

/** Writes a time to the second, since a day alone would be all of that day where paydays end. */
const exactly = (at: number | null): string => (at === null ? '' : secondText(at));

/** An amount that could be in thousands: "1.500". */
const THOUSANDTHS = /^[1-9]\d{0,2}\.\d{3}$/;

/** Writes an amount so that it reads as one number only, with any decimal mark of its column. */
const amountCell = (base: bigint, decimals: number): string => {
  const plain = plainText(base, decimals);
  return asTyped(THOUSANDTHS.test(plain) ? `${plain}0` : plain);
};

/** Columns that the import reads. */
const OWN = ['address', 'amount', 'label', 'start', 'end', 'cliff', 'step'] as const;
/** Columns to look at. */
const MORE = ['paydays', 'next payday', 'in all', 'paid', 'claimable', 'status'] as const;
/** The same of grants by the calendar: a list cannot say their days, and their ends would be read as those of other grants. */
const DATES = ['first date', 'last date', 'installments', 'dates'] as const;

/** Returns the dates of a grant by the calendar, to look at. */
const datesOf = ({ cliff, end, calendar, tranches }: PlanStream): readonly string[] => [
  dayOf(tranches?.[0]?.time ?? cliff),
  dayOf(end),
  calendar === null ? '' : String(calendar.installments),
  (tranches ?? []).map(({ time }) => timeText(time)).join(' '),
];

/** Writes the people of a plan as CSV, a row a person. It can be imported again, with the same rows; of grants by the calendar without their dates. */
export const planCsv = (plan: Plan, rows: readonly PlanStream[]): string => {
  const decimals = decimalsOf(plan);
  const amount = (base: bigint): string => amountCell(base, decimals);
  const isSalary = plan.product === 'recurring';
  const timeOf = isSalary ? exactly : dayOf;
  const isDated = plan.schedule === 'INSTALLMENTS' || plan.schedule === 'TRANCHES';
  return csvText([
    [...OWN, ...MORE, ...(isDated ? DATES : [])],
    ...rows.map((row) => [
      row.recipient,
      amount(row.amount_per_period_base ?? row.amount_base),
      row.label ?? '',
      // Dates of tranches say their start, and installments their end.
      plan.schedule === 'TRANCHES' ? '' : timeOf(row.start),
      isDated ? '' : timeOf(row.end),
      // The interval of salaries is the plan's.
      isSalary || isDated ? '' : dayOf(row.cliff),
      isSalary || row.step === null ? '' : String(row.step),
      row.periods === null ? '' : String(row.periods),
      dayOf(row.next_payment_date),
      ...[row.amount_base, row.withdrawn_amount_base, row.claimable_amount_base].map(amount),
      row.status,
      ...(isDated ? datesOf(row) : []),
    ]),
  ]);
};
