import { newPurseDraft, payeesFault, type PurseDraft, purseProblems, purseTerms } from './purse-draft.js';

const [ADA, BEN, CORA] = ['bchtest:qa', 'bchtest:qb', 'bchtest:qc'];
const sound: PurseDraft = {
  ...newPurseDraft(),
  spender: ` ${ADA} `,
  payees: `${BEN}\n\n${CORA}`,
  limit: '0.1',
  amount: '1',
};
// Without a network’s prefix no address is checked by its letters.
const SURROUNDINGS = { decimals: 8, prefix: undefined };

describe('a draft of a purse', () => {
  it('becomes the terms of a proposal, without its empty fields', () =>
    expect(purseTerms(sound, 8, 'purse')).toEqual({
      kind: 'allowance',
      amount: 100_000_000n,
      allowance: { spender: ADA, payees: [BEN, CORA], limit: 10_000_000n, periodBlocks: 1_008 },
      purseIds: ['purse'],
    }));

  it('has problems by field', () => {
    expect(purseProblems(sound, SURROUNDINGS)).toEqual({});
    expect(Object.keys(purseProblems(newPurseDraft(), SURROUNDINGS))).toEqual(['spender', 'payees', 'limit', 'amount']);
    expect(purseProblems({ ...sound, limit: '0.00001' }, SURROUNDINGS)).toEqual({ limit: 'At least 0.0001 BCH' });
  });

  it('takes no more than the treasury holds, with what the purse before it returns', () => {
    const held = { of: 'BCH', base: 90_000_000n } as const;
    expect(purseProblems(sound, SURROUNDINGS, { held })).toEqual({
      amount: 'More than the treasury holds: 0.90 BCH',
    });
    expect(purseProblems(sound, SURROUNDINGS, { held, returns: 10_000_000n })).toEqual({});
    expect(purseProblems(sound, SURROUNDINGS, { held, returns: 9_999_999n })).toEqual({
      amount: 'More than the treasury holds: 0.99999999 BCH',
    });
  });
});

describe('payeesFault', () => {
  it('names the field of a wrong address, and that of one that is there twice', () => {
    const wrong = { ...sound, payees: `bchtest:qz9cdn7dfyznz0s0r9hfxvp7ss9vacvtwud8l6uhmw\n${BEN}` };
    expect(payeesFault(wrong, 'bchtest')).toMatchObject({ at: 0 });
    expect(payeesFault({ ...sound, payees: `${BEN}\n\n${BEN}\n${CORA}` }, undefined)).toEqual({
      at: 2,
      text: 'An address is there twice',
    });
  });

  it('asks for an address at the first field where there is none, and for none where anybody may be paid', () => {
    expect(payeesFault({ ...sound, payees: '\n' }, undefined)).toMatchObject({ at: 0 });
    expect(payeesFault({ ...sound, payees: '', pays: 'anybody' }, undefined)).toBeUndefined();
  });
});
