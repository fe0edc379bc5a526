import type { Plan, PlanStream } from '@weir/client';
import { decimalsOf, plainText } from '../format/amount.js';
import { csvField } from '../format/csv-field.js';

const dayOf = (at: number | null): string => (at === null ? '' : new Date(at * 1_000).toISOString());

/** Writes the people of a plan as CSV, a row a person; its first columns can be imported again. */
export const planCsv = (plan: Plan, rows: readonly PlanStream[]): string => {
  const decimals = decimalsOf(plan);
  const amount = (base: bigint): string => plainText(base, decimals);
  const isSalary = plan.product === 'recurring';
  return [
    `address,amount,label,${isSalary ? 'paydays,next payday' : 'start,end'},in all,paid,claimable,status`,
    ...rows.map((row) =>
      [
        row.recipient,
        amount(row.amount_per_period_base ?? row.amount_base),
        csvField(row.label ?? ''),
        ...(isSalary ? [row.periods ?? '', dayOf(row.next_payment_date)] : [dayOf(row.start), dayOf(row.end)]),
        ...[row.amount_base, row.withdrawn_amount_base, row.claimable_amount_base].map(amount),
        row.status,
      ].join(','),
    ),
  ].join('\r\n');
};
