import type { CurrencyPayment, CurrencyPaymentDetail } from '@weir/client';
import { BCH_DECIMALS } from '@weir/kinds';
import { asTyped, plainText } from '../format/amount.js';
import { csvText } from '../format/csv.js';

type Whole = CurrencyPaymentDetail['executions'][number];
interface Execution extends Pick<Whole, 'amountBase' | 'owedBase' | 'paid_at' | 'tx_hash'> {
  readonly price: Pick<NonNullable<Whole['price']>, 'amountBase' | 'due' | 'number' | 'price_base' | 'time'> | null;
}

const timeOf = (at: number): string => new Date(at * 1_000).toISOString();

/** Writes the paydays of a payment in a currency as CSV, the oldest first. A payment of a debt has no payday and no price. */
export const pricesCsv = (
  {
    amount_per_period_base: each,
    oracle: { currency, decimals },
  }: Pick<CurrencyPayment, 'amount_per_period_base' | 'oracle'>,
  executions: readonly Execution[],
): string => {
  const inCurrency = (base: bigint): string => asTyped(plainText(base, decimals));
  const inBch = (base: bigint): string => asTyped(plainText(base, BCH_DECIMALS));
  return csvText([
    [
      'payday',
      'amount',
      'currency',
      'price',
      'price_signed',
      'price_number',
      'comes_to_bch',
      'paid_bch',
      'debt_bch',
      'paid',
      'transaction',
    ],
    ...executions.map(({ price, amountBase: paid, owedBase: owed, paid_at: at, tx_hash: hash }) => [
      ...(price === null
        ? ['', '', '', '', '', '', '']
        : [
            timeOf(price.due),
            inCurrency(each),
            currency,
            inCurrency(price.price_base),
            timeOf(price.time),
            String(price.number),
            inBch(price.amountBase),
          ]),
      inBch(paid),
      inBch(owed),
      timeOf(at),
      hash,
    ]),
  ]);
};
