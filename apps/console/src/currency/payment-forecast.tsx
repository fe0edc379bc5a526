import { durationText } from '../format/time.js';
import { t } from '../language/text.js';
import { type Fact, Facts } from '../ui/card.js';
import {
  type Coverage,
  currencyText,
  type CurrencyUnit,
  paydaysText,
  type PaydayRange,
  priceAtText,
  rangeText,
} from './currency-text.js';

/** A price, and when it was signed. */
export interface TimedPrice {
  /** In the oracle's smallest units for one BCH. */
  readonly base: bigint;
  /** Unix seconds. */
  readonly time: number;
}

interface ForecastProps {
  /** What each payday pays, in the oracle's smallest units. */
  readonly amount: bigint;
  readonly unit: CurrencyUnit;
  /** Null while no price is known. */
  readonly price: TimedPrice | null;
  readonly range: PaydayRange | undefined;
  /** Null while no price is known, and once it is over. */
  readonly coverage: Coverage | null;
  /** What else there is to know, before it. */
  readonly facts?: readonly Fact[];
}

/** Shows what a payday pays: in the currency, in BCH at the latest price and at any other, and how long the money lasts. */
export const PaymentForecast = ({ amount, unit, price, range, coverage, facts = [] }: ForecastProps) => (
  <>
    {range !== undefined && <p>{rangeText(range)}</p>}
    <Facts
      facts={[
        ...facts,
        [t('Each payday pays'), <bdi key="a">{currencyText(amount, unit)}</bdi>],
        [t('Latest price'), price !== null && priceAtText(currencyText(price.base, unit), price.time)],
        [t('The money lasts at this price'), coverage !== null && paydaysText(coverage.at_price)],
        [t('If BCH falls to half of it'), coverage !== null && paydaysText(coverage.at_half)],
      ]}
    />
  </>
);

/** Says which price counts where the oracle is silent. @param graceSeconds after which another price counts */
export const graceText = (graceSeconds: number): string =>
  t(
    'The first price signed on or after a payday counts. If the oracle has a gap there, the first price {duration} later counts.',
    {
      duration: durationText(graceSeconds),
    },
  );
