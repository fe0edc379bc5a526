import { linkedAirdropIn } from './linked-airdrop.js';

describe('linkedAirdropIn', () => {
  it('fills in the terms of a pool', () =>
    expect(linkedAirdropIn('?title=Thanks&for=everybody&amount=10&each=0.1&token=AB&description=For%20you')).toEqual({
      fields: {
        title: 'Thanks',
        description: 'For you',
        audience: 'everybody',
        amount: '10',
        perClaim: '0.1',
        asset: 'FUNGIBLE_TOKEN',
        category: 'ab',
      },
      unclear: [],
    }));

  it('leaves an amount of two meanings empty, and names both', () => {
    const { fields, unclear } = linkedAirdropIn('?amount=1.500&each=0.1') ?? {};
    expect(fields).toEqual({ perClaim: '0.1' });
    expect(unclear?.[0]?.choices.toSorted()).toEqual(['1.5', '1500']);
  });

  it.each(['', '?vault=x', '?for=me', '?title=%20', `?title=${'x'.repeat(301)}`])('returns nothing for %j', (search) =>
    expect(linkedAirdropIn(search)).toBeUndefined(),
  );
});
