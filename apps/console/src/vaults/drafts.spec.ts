import { heldAssets, newProposalDraft, payoutTerms, proposalProblems } from './proposal-draft.js';
import { newVaultDraft, readVaultDraft, withTyped } from './vault-draft.js';

const key = (digit: string): string => `02${digit.repeat(64)}`;
const signers = ['a', 'b', 'c'].map((one) => ({ address: `bchtest:q${one}`, publicKey: key(one) }));
const sound = { ...newVaultDraft(), name: ' Treasury ', deposit: '1.5', signers };

describe('a draft of a vault', () => {
  it('becomes terms', () =>
    expect(readVaultDraft(sound)).toEqual({
      terms: {
        name: 'Treasury',
        totalDeposit: '1.5',
        isPublic: false,
        signers: ['bchtest:qa', 'bchtest:qb', 'bchtest:qc'],
        signerPubkeys: [key('a'), key('b'), key('c')],
      },
    }));

  it('has problems by field, and of each signer', () => {
    const [first, second] = signers;
    const read = readVaultDraft({
      ...newVaultDraft(),
      deposit: '1,500',
      signers: [first, first, second].flatMap((one) => one ?? []),
    });
    expect(read).toMatchObject({
      problems: {
        name: expect.stringMatching(/name/) as string,
        deposit: expect.stringMatching(/choose which/) as string,
        signers: [{}, { address: 'The three signers must be different', publicKey: expect.any(String) as string }, {}],
      },
    });
    expect(readVaultDraft(newVaultDraft())).toMatchObject({
      problems: { signers: [{ address: 'Enter who signs' }, {}, {}] },
    });
  });

  it('becomes terms with a guardian and delays only where keys can be exchanged', () => {
    const guarded = { ...sound, guardian: ' bchtest:pg ', quiet: '13000', review: '2016' };
    expect(readVaultDraft(guarded)).not.toHaveProperty('terms.roster');
    expect(readVaultDraft({ ...guarded, keys: 'exchangeable' })).toHaveProperty('terms.roster', {
      guardian: 'bchtest:pg',
      quietBlocks: 13_000,
      reviewBlocks: 2_016,
    });
    expect(readVaultDraft({ ...guarded, keys: 'exchangeable', guardian: ' ' })).toHaveProperty(
      'terms.roster.guardian',
      null,
    );
  });

  it('has a problem where the guardian is a signer', () => {
    const own = { ...sound, guardian: signers[1]?.address ?? '' };
    expect(readVaultDraft({ ...own, keys: 'exchangeable' })).toHaveProperty(
      'problems.guardian',
      'The guardian must not be a signer',
    );
    expect(readVaultDraft(own)).toHaveProperty('terms');
  });

  it('takes a signer’s whole line in either field', () => {
    const empty = { address: '', publicKey: '' };
    const line = `${signers[0]?.address ?? ''} ${key('a')}`;
    expect(withTyped(empty, 'address', line)).toEqual(signers[0]);
    expect(withTyped(empty, 'publicKey', line)).toEqual(signers[0]);
    expect(withTyped(empty, 'address', 'bchtest:qa')).toEqual({ address: 'bchtest:qa', publicKey: '' });
  });
});

describe('a draft of a proposal', () => {
  const draft = { ...newProposalDraft(), recipient: ' bchtest:qa ', amount: '0.5' };

  it('becomes a payment of coins, of tokens, of a whole coin, or of everything', () => {
    expect(payoutTerms({ ...draft, reason: 'Rent' }, 8)).toEqual({
      kind: 'spend',
      recipient: 'bchtest:qa',
      amount: 50_000_000n,
      reason: 'Rent',
    });
    expect(payoutTerms({ ...draft, asset: key('a'), amount: '7' }, 2)).toMatchObject({
      tokenCategory: key('a'),
      amount: 700n,
    });
    expect(payoutTerms({ ...draft, aim: 'coin', outpoint: 'ab:1' }, 8)).toEqual({
      kind: 'spend',
      recipient: 'bchtest:qa',
      outpoint: 'ab:1',
    });
    expect(payoutTerms({ ...draft, aim: 'close' }, 8)).toEqual({ kind: 'close', recipient: 'bchtest:qa' });
  });

  it('has a problem for each missing field', () => {
    expect(proposalProblems(draft, { decimals: 8 })).toEqual({});
    expect(Object.keys(proposalProblems(newProposalDraft(), { decimals: 8 }))).toEqual(['recipient', 'amount']);
    expect(Object.keys(proposalProblems({ ...draft, asset: key('a') }, { decimals: 0 }))).toEqual(['amount']);
    expect(Object.keys(proposalProblems({ ...draft, aim: 'coin' }, { decimals: 8 }))).toEqual(['outpoint']);
  });

  it('pays no more than the vault holds, as far as that is known', () => {
    const held = { of: 'BCH', base: 49_999_999n } as const;
    expect(proposalProblems(draft, { decimals: 8 }, held)).toEqual({
      amount: 'More than the treasury holds: 0.49999999 BCH',
    });
    expect(proposalProblems(draft, { decimals: 8 }, { ...held, base: 50_000_000n })).toEqual({});
    expect(proposalProblems({ ...draft, aim: 'close' }, { decimals: 8 }, held)).toEqual({});
  });

  it('sums up the vault’s coins and each of its tokens', () => {
    const coin = { category: key('a'), amountBase: 3n, token: null } as never;
    expect([...heldAssets({ currentBalanceBase: 9n, tokens: [coin, coin] }).values()].map(({ base }) => base)).toEqual([
      ...[9n, 6n],
    ]);
    expect(heldAssets({ currentBalanceBase: 9n, tokens: null }).size).toBe(1);
  });
});
