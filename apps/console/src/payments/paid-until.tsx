import type { Asset } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Amount, Time } from '../ui/values.js';
import type { NoChange, SalaryChange } from './change-salary.js';

interface PaidUntilProps {
  readonly change: Pick<SalaryChange, 'paidUntil' | 'firstNew'>;
  /** What each payday pays before and after, base units. */
  readonly before: bigint;
  readonly after: bigint;
  readonly of: Asset;
}

/** Says up to which payday the old salary is paid, and from which on the new one. */
export const PaidUntil = ({ change: { paidUntil, firstNew }, before, after, of }: PaidUntilProps) => (
  <>
    {paidUntil === null
      ? rich('{new} from {first} on. The old salary pays nothing.', {
          new: <Amount base={after} of={of} />,
          first: <Time at={firstNew} />,
        })
      : rich('{old} up to the payday on {last}, {new} from {first} on.', {
          old: <Amount base={before} of={of} />,
          last: <Time at={paidUntil} />,
          new: <Amount base={after} of={of} />,
          first: <Time at={firstNew} />,
        })}
  </>
);

/** Says why a salary cannot be changed now. */
export const noChangeText = (problem: NoChange): string => {
  if (problem.problem === 'SOON')
    return t('The payday on {when} is too close: change this salary after it.', { when: timeText(problem.at) });
  return problem.problem === 'ENDED'
    ? t('All paydays are paid or claimable: renew this salary instead.')
    : t('Only an active salary can be changed.');
};

/** Says that a cancelled salary may still pay a payday, and when another can follow. */
export const waitsText = (payday: number): string =>
  t(
    'Until its cancel notice ends, the old salary may still pay the payday on {when}. Open the new salary after the notice.',
    { when: timeText(payday) },
  );
