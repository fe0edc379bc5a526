import { textIn } from '../forms/linked-fields.js';
import { rhythmIn } from '../payments/calendar-choice.js';
import { type LinkedRows, linkedRowsIn } from '../table/linked-rows.js';
import type { CurrencyDraft, PricedOracle } from './currency-draft.js';

/** What a link fills into the form of payments in a currency, and what it leaves to the reader. */
export interface LinkedCurrency extends Pick<LinkedRows, 'unclear' | 'isUneven'> {
  readonly fields: Partial<CurrencyDraft>;
}

/**
 * Reads the fields that a link fills in, such as `/currency-payments/new?currency=USD&interval=LAST_DAY&recipient=…&amount=1500&name=Ada`.
 * The three fields of a row may be repeated: see {@link linkedRowsIn}. No link names an oracle or limits of the price: these are trusted.
 *
 * @param search the query as the browser had it
 * @param oracles those that a payment can name: the first of the currency is selected
 * @returns undefined where it names none
 */
export const linkedCurrencyIn = (
  search: string,
  oracles: readonly Pick<PricedOracle, 'currency' | 'public_key'>[],
): LinkedCurrency | undefined => {
  const query = new URLSearchParams(search);
  const { rows, unclear, isUneven } = linkedRowsIn(query);
  const interval = rhythmIn(query);
  const currency = textIn(query, 'currency')?.toUpperCase();
  const oracle = oracles.find((one) => one.currency === currency);
  const fields: Partial<CurrencyDraft> = {
    ...(rows !== undefined && { rows }),
    ...(interval !== undefined && { interval }),
    ...(oracle !== undefined && { oracle: oracle.public_key }),
  };
  return Object.keys(fields).length === 0 && !isUneven ? undefined : { fields, unclear, isUneven };
};
