import { answerSearch, exchangeSearch, lostKeySearch, newVaultSearch, proposalSearch } from './searches.js';

describe('links to forms of treasuries', () => {
  it('name a treasury and the place of a lost key together, or neither', () => {
    expect(newVaultSearch({ from: 'a', lost: 2 })).toEqual({ from: 'a', lost: 2 });
    for (const search of [{ from: 'a' }, { lost: 2 }, { from: 'a', lost: 4 }, { from: { a: 1 }, lost: 1 }, {}])
      expect(newVaultSearch(search)).toEqual({});
    expect(newVaultSearch({ place: 3, signer: 'bchtest:qa', key: '02' })).toEqual({
      place: 3,
      signer: 'bchtest:qa',
      key: '02',
    });
  });

  it('fill a proposal only if they name its recipient', () => {
    expect(proposalSearch({ to: 'bchtest:ra', amount: 1.5, aim: 'close' })).toMatchObject({
      to: 'bchtest:ra',
      amount: '1.5',
      aim: 'close',
    });
    expect(proposalSearch({ amount: '1' })).toEqual({});
    expect(proposalSearch({ to: 'bchtest:ra', aim: 'steal' })).not.toHaveProperty('aim');
    expect(proposalSearch({ to: 'a'.repeat(500) })).toEqual({});
  });

  it('bring an answer to the exchange of a key, or say whose key goes', () => {
    const answer = { place: 3, signer: 'bchtest:qa', key: '02' };
    expect(exchangeSearch({ ...answer, lost: 2 })).toEqual(answer);
    expect(exchangeSearch({ lost: 2 })).toEqual({ lost: 2 });
    expect(exchangeSearch({ lost: 4 })).toEqual({ lost: undefined });
    expect(answerSearch({ ...answer, more: 1 })).toEqual(answer);
    expect(answerSearch({ place: 3 })).toEqual({});
  });

  it('keep what was chosen in the guide, and nothing else', () => {
    expect(lostKeySearch({ lost: 3, next: 'b', more: true })).toEqual({ lost: 3, next: 'b' });
    expect(lostKeySearch({ lost: '3', next: [] })).toEqual({ lost: undefined, next: undefined });
  });
});
