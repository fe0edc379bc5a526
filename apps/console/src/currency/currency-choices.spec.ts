import { currencyChoices } from './currency-choices.js';

const active = {
  status: 'ACTIVE',
  settled: null,
  pausable: true,
  is_due: false,
  owedBase: 0n,
  coveredPeriods: { at_price: 3, at_half: 1 },
  refund: null,
} as const;
const refund = (status: 'pending' | 'sent') => ({ status, amount: 1, amountBase: 100_000_000n, amountDecimal: '1' });
const [sender, other] = [{ isSender: true }, { isSender: false }];

describe('currencyChoices', () => {
  it('offers the sender what the state allows, and others what needs no signature', () => {
    expect(currencyChoices({ ...active, status: 'PENDING' }, sender).verbs).toEqual(['fund']);
    expect(currencyChoices({ ...active, status: 'PENDING' }, other).verbs).toEqual([]);
    expect(currencyChoices(active, sender).verbs).toEqual(['pause', 'cancel']);
    expect(currencyChoices({ ...active, pausable: false }, sender).verbs).toEqual(['cancel']);
    expect(currencyChoices({ ...active, is_due: true }, other).verbs).toEqual(['push']);
    expect(currencyChoices({ ...active, status: 'PAUSED', settled: true }, sender).verbs).toEqual(['resume', 'cancel']);
    expect(currencyChoices({ ...active, status: 'COMPLETED' }, sender).verbs).toEqual([]);
  });

  it('offers the members of a treasury what its signers can agree to', () => {
    const byVault = { isSender: false, isSentByScript: true };
    const offered = (changes: object) => currencyChoices({ ...active, ...changes }, byVault);
    expect(offered({ status: 'PENDING' })).toMatchObject({ proposals: ['fund'], verbs: [] });
    expect(offered({ status: 'PENDING' }).meaning).toContain('a treasury');
    expect(offered({})).toMatchObject({ proposals: ['pause', 'cancel'], verbs: [] });
    expect(offered({ is_due: true })).toMatchObject({ proposals: ['pause', 'cancel'], verbs: ['push'] });
    expect(offered({ status: 'PAUSED', settled: true }).proposals).toEqual(['resume', 'cancel']);
    expect(offered({ status: 'COMPLETED' }).proposals).toEqual([]);
    expect(currencyChoices(active, sender).proposals).toBeUndefined();
  });

  it('offers no resume and no cancel while a notice runs, but what ends it', () => {
    expect(currencyChoices({ ...active, status: 'PAUSED', settled: false }, sender).verbs).toEqual(['push']);
    expect(currencyChoices({ ...active, status: 'CANCELLED', refund: refund('pending') }, sender).verbs).toEqual([
      'push',
    ]);
    expect(currencyChoices({ ...active, status: 'CANCELLED', refund: refund('sent') }, sender).verbs).toEqual([]);
  });

  it('says that the money ran out, or will, before it says that all is well', () => {
    expect(currencyChoices({ ...active, owedBase: 150_000_000n }, other).meaning).toContain(
      '1.50 BCH are still to be paid',
    );
    expect(currencyChoices({ ...active, coveredPeriods: { at_price: 0, at_half: 0 } }, other).meaning).toContain(
      'Top it up',
    );
    expect(currencyChoices({ ...active, coveredPeriods: null }, other).meaning).toContain('No action needed');
  });
});
