import type { Answered } from './amounts.js';

/** Something that happened to a record, with its figures at that moment. */
export type WeirEvent = Answered<'Event'>;

/** Selects events; without any filter all that are public. */
export interface EventFilters {
  /** Address of a party, or those of one wallet, up to 50, separated by commas; of a webhook one. */
  readonly address?: string;
  /** Id of a record; events of what belongs to it are included. */
  readonly record?: string;
  readonly products?: readonly WeirEvent['product'][];
  readonly kinds?: readonly WeirEvent['kind'][];
}

/** Converts filters to a query. */
export const filtersOf = ({ address, record, products, kinds }: EventFilters) => ({
  ...(address !== undefined && { address }),
  ...(record !== undefined && { record }),
  ...(products !== undefined && { product: products.join(',') }),
  ...(kinds !== undefined && { kind: kinds.join(',') }),
});
