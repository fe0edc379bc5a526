import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { formatUnits } from '@weir/payments';
import { asShown } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { numberFormat } from '../language/locale.js';
import { plural, t } from '../language/text.js';

/** What amounts in a currency count. */
export interface CurrencyUnit {
  readonly currency: string;
  /** Of the oracle's prices: 2 where it signs cents. */
  readonly decimals: number;
}

/** Formats an amount in a currency that an answer writes with all of its decimals, such as 1500.00, with its code: "1,500.00 USD". */
export const decimalText = (decimal: string, currency: string): string => `${asShown(decimal)} ${currency}`;

/** Formats an amount in a currency with all of its decimals and its code, as the review does: "1,500.00 USD". @param base smallest units */
export const currencyText = (base: bigint, { currency, decimals }: CurrencyUnit): string =>
  decimalText(formatUnits(base, decimals), currency);

/** Figures that an expected amount has: a price of tomorrow is not known to the satoshi. */
const FIGURES = 4;

/** Formats an amount of BCH that is expected, by its first figures: "3.333 BCH". Prices move: more figures would say nothing. @param base satoshis */
export const aboutBch = (base: bigint): string => {
  const bch = Number(base) / SATOSHIS_PER_BCH;
  return `${numberFormat({ maximumSignificantDigits: FIGURES }).format(bch)} BCH`;
};

/** What a payday comes to: by the latest price, and at least and at most, satoshis. */
export interface PaydayRange {
  readonly today: bigint;
  readonly least: bigint;
  readonly most: bigint;
}

/** Says what a payday comes to: "About 3.333 BCH today; between 0.83 and 13.33 BCH, at any price of the oracle." */
export const rangeText = ({ today, least, most }: PaydayRange): string =>
  t('About {today} today; never less than {least} or more than {most}, at any price of the oracle.', {
    today: aboutBch(today),
    least: aboutBch(least),
    most: aboutBch(most),
  });

/** Says a price and when it was signed: "450.00 USD for 1 BCH, 3 Dec 2026, 14:03 CET". @param time Unix seconds */
export const priceAtText = (price: string, time: number): string =>
  t('{price} for 1 BCH, {time}', { price, time: timeText(time) });

/** Counts paydays. */
export const paydaysText = (count: number): string =>
  plural(count, { one: '{count} payday', other: '{count} paydays' });

/** How long money lasts, in paydays: at the latest price, and at half of it. */
export interface Coverage {
  readonly at_price: number;
  readonly at_half: number;
}
