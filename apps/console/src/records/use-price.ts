import { useQuery } from '@tanstack/react-query';
import { BCH_DECIMALS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { numberFormat } from '../language/locale.js';
import { numberText } from '../language/text.js';

/** Returns what one BCH costs, read every minute; undefined where the operator names no source, or it is silent. */
export const usePrice = () => {
  const {
    weir,
    settings: { price },
  } = useServices();
  const { data } = useQuery({
    queryKey: ['price'],
    queryFn: ({ signal }) => weir.people.price({ signal }),
    ...(price !== null && { initialData: price, initialDataUpdatedAt: price.at * 1_000 }),
    refetchInterval: ({ state }) => (state.data === null ? false : 60_000),
  });
  return data ?? undefined;
};

export type Price = NonNullable<ReturnType<typeof usePrice>>;

/** Returns what satoshis cost, in the price's currency: a rough number, for display alone. */
export const priceOf = (base: bigint, { perBch }: Price): number => (Number(base) / 10 ** BCH_DECIMALS) * perBch;

/** Marks of a direction, which Arabic writes before a price: after one "US$" would read "$US". */
const MARKS = /[\u200e\u200f\u061c]/g;

/** Formats what satoshis cost: "$512.34". For display alone: a price is a rough number. */
export const priceText = (base: bigint, price: Price): string => {
  const { currency } = price;
  const value = priceOf(base, price);
  try {
    return numberFormat({ style: 'currency', currency }).format(value).replace(MARKS, '');
  } catch {
    // The operator's source may name a currency that is not in ISO 4217.
    return `${numberText(value, 2)} ${currency}`;
  }
};
