import type { Portfolio, Purse } from '@weir/client';

/** What is committed of one asset, base units. */
export type CommittedSum = Pick<
  Portfolio['assets'][number],
  'token_type' | 'token_category' | 'token' | 'locked_amount_base'
>;

/** What a purse holds: see `Purse`. */
export type Held = Pick<Purse, 'balanceBase' | 'tokenType' | 'tokenCategory' | 'token'>;

/**
 * Adds what a treasury's purses hold to what its streams, payments and locks hold: both are out of its balance, and in contracts.
 *
 * @param assets of its portfolio, base units @returns each asset once, those of purses alone last
 */
export const withPurses = (assets: readonly CommittedSum[], purses: readonly Held[]): readonly CommittedSum[] => {
  const sums = new Map(assets.map((asset): [string | null, CommittedSum] => [asset.token_category, asset]));
  for (const { tokenType, tokenCategory, token, balanceBase } of purses) {
    if (balanceBase === 0n) continue;
    const sum = sums.get(tokenCategory) ?? {
      token_type: tokenType,
      token_category: tokenCategory,
      token,
      locked_amount_base: 0n,
    };
    sums.set(tokenCategory, { ...sum, locked_amount_base: sum.locked_amount_base + balanceBase });
  }
  return [...sums.values()];
};
