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
  elsewhere: msg('Paid elsewhere'),
} as const;

/** A period of a payment, or a date of a stream, which has an amount of its own. */
interface ListedPeriod extends Pick<Period, 'number' | 'at'> {
  readonly state: keyof typeof WORDS;
  readonly amount?: bigint;
}

interface PeriodListProps {
  readonly periods: readonly ListedPeriod[];
  readonly of: Asset;
}

/** Lists the periods of a payment, or the dates of a stream. */
export const PeriodList = ({ periods, of }: PeriodListProps) => (
  <Stack as="ol">
    {periods.map(({ number, at, state, amount }) => {
      const named = WORDS[state];
      const word = named && t(named);
      return (
        <li key={number} className={styles['row']} data-state={state}>
          <span className={styles['number']}>{number}</span>
          <span>{at === undefined ? word : <Time at={at} />}</span>
          <Stack as="span" align="end" className={styles['end']}>
            {amount !== undefined && <Amount base={amount} of={of} />}
            {at !== undefined && word !== undefined && <span>{word}</span>}
          </Stack>
        </li>
      );
    })}
  </Stack>
);
