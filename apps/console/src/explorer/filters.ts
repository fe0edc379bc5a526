/** Filters of the explorer; absent ones do not apply. */
export interface ActivityFilters {
  readonly type?: 'vesting' | 'payments' | 'airdrops' | 'treasuries' | undefined;
  readonly token?: 'BCH' | 'FUNGIBLE_TOKEN' | undefined;
  readonly status?: 'ACTIVE' | 'PENDING' | 'COMPLETED' | 'CANCELLED' | undefined;
}

const TYPES = ['vesting', 'payments', 'airdrops', 'treasuries'] as const;
const TOKENS = ['BCH', 'FUNGIBLE_TOKEN'] as const;
const STATUSES = ['ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED'] as const;

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);

/** Parses filters from the page's address; invalid ones are ignored. */
export const filtersOf = (search: Readonly<Record<string, unknown>>): ActivityFilters => ({
  type: oneOf(TYPES, search['type']),
  token: oneOf(TOKENS, search['token']),
  status: oneOf(STATUSES, search['status']),
});
