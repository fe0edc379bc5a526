import { holdingsOf } from './payer-holdings.js';

const coin = (category: string, amountBase: bigint) => ({ category, amountBase, token: null });

describe('holdingsOf', () => {
  it('adds up the coins of each token and leaves NFTs without tokens out', () => {
    const tokens = [coin('aa', 5n), coin('bb', 0n), coin('aa', 7n), coin('cc', 1n)];
    expect(holdingsOf({ currentBalanceBase: 9n, tokens })).toEqual({
      amountBase: 9n,
      tokens: [
        { tokenCategory: 'aa', tokenAmountBase: 12n, token: null },
        { tokenCategory: 'cc', tokenAmountBase: 1n, token: null },
      ],
    });
  });

  it('has no tokens while they cannot be read', () =>
    expect(holdingsOf({ currentBalanceBase: 9n, tokens: null })).toEqual({ amountBase: 9n, tokens: [] }));
});
