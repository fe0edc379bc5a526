import { renewable } from './renewable.js';

const purse = (id: string, changes: Partial<Parameters<typeof renewable>[0][number]> = {}) => ({
  id,
  payees: ['bchtest:shop'],
  paysAnybody: false,
  tokenCategory: null,
  ...changes,
});
const idsOf = (...purses: Parameters<typeof renewable>[0]): readonly string[] => renewable(purses).map(({ id }) => id);

describe('the purses that an exchange renews', () => {
  it('are two at most, and none where there is none', () => {
    expect(idsOf()).toEqual([]);
    expect(idsOf(purse('a'))).toEqual(['a']);
    expect(idsOf(purse('a'), purse('b'), purse('c'))).toEqual(['a', 'b']);
  });

  it('have one asset', () => {
    const gold = { tokenCategory: 'f'.repeat(64) };
    expect(idsOf(purse('a', gold), purse('b'), purse('c', gold))).toEqual(['a', 'c']);
  });

  it('have payees that are known, or pay anybody', () =>
    expect(idsOf(purse('a', { payees: null }), purse('b', { payees: null, paysAnybody: true }), purse('c'))).toEqual([
      'b',
      'c',
    ]));
});
