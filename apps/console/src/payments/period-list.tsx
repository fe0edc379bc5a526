import type { Asset } from '../format/amount.js';
import { msg, t } from '../language/text.js';
import { Stack } from '../ui/layout.js';
import { Amount, Time } from '../ui/values.js';
import type { Period } from './payment-periods.js';
import styles from './period-list.module.css';

const WORDS = {
  paid: msg('Paid'),
  due: msg('Claimable now'),
  coming: undefined,
  paused: msg('Paused'),
  returned: msg('Returned'),
} as const;

interface PeriodListProps {
  readonly periods: readonly (Period & { readonly amount?: bigint })[];
  readonly of: Asset;
}

/** Lists the periods of a payment, twelve at most. */
export const PeriodList = ({ periods, of }: PeriodListProps) => (
  <Stack as="ol">
    {periods.map(({ number, at, state, amount }) => {
      const named = WORDS[state];
      const word = named && t(named);
      return (
        <li key={number} className={styles['row']} data-state={state}>
          <span className={styles['number']}>{number}</span>
          <span>{at === undefined ? word : <Time at={at} />}</span>
          <span className={styles['end']}>
            {amount === undefined ? at !== undefined && word : <Amount base={amount} of={of} />}
          </span>
        </li>
      );
    })}
  </Stack>
);
