import type { Portfolio } from '@weir/client';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { aboutBch, decimalText, priceAtText } from './currency-text.js';
import styles from './currency.module.css';

type CurrencySums = Portfolio['inCurrency'];

/** An amount of a currency with its sign, which is on the left in every language. */
export const Signed = ({ sign, text }: { readonly sign: '+' | '−'; readonly text: string }) => (
  <bdi dir="ltr">
    {sign}
    {text}
  </bdi>
);

/** Whether payments in a currency of some oracle pay anything within the days of a portfolio. */
export const isComing = ({ incoming, outgoing }: CurrencySums[number]): boolean =>
  incoming.amount_base + outgoing.amount_base > 0n;

/** Shows what payments in a currency bring and take within the days of a portfolio, each with about how many BCH that is. */
export const ComingInCurrency = ({ sums }: { readonly sums: CurrencySums }) =>
  sums.flatMap(({ currency, oracle, incoming, outgoing, estimate }) => {
    const comes = {
      amount: <Signed sign="+" text={decimalText(incoming.amount_decimal, currency)} />,
      estimate: estimate !== null && <bdi key="e">{aboutBch(estimate.incoming_amount_base)}</bdi>,
    };
    const goes = {
      amount: <Signed sign="−" text={decimalText(outgoing.amount_decimal, currency)} />,
      estimate: estimate !== null && <bdi key="e">{aboutBch(estimate.outgoing_amount_base)}</bdi>,
    };
    return [
      incoming.amount_base > 0n && (
        <span key={`in ${oracle}`}>
          {estimate === null ? rich('{amount} comes in', comes) : rich('{amount} comes in, about {estimate}', comes)}
        </span>
      ),
      outgoing.amount_base > 0n && (
        <span key={`out ${oracle}`}>
          {estimate === null ? rich('{amount} goes out', goes) : rich('{amount} goes out, about {estimate}', goes)}
        </span>
      ),
    ];
  });

/** Says what the BCH beside amounts of a currency are: estimates, at which price, and of when it is. */
export const EstimateNotes = ({ sums }: { readonly sums: CurrencySums }) =>
  sums.map(
    ({ currency, oracle, estimate }) =>
      estimate !== null && (
        <small key={oracle} className={styles['note']}>
          {t('Estimate in BCH at {price}. The price of each payday counts.', {
            price: priceAtText(decimalText(estimate.price_decimal, currency), estimate.time),
          })}
        </small>
      ),
  );
