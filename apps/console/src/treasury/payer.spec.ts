import { payerTerms, payingVaults } from './payer.js';

const vault = { id: 'a', name: 'Grants', status: 'active', role: 'signer', isSigner: true } as const;

describe('the payer of a new record', () => {
  it('may be a vault that the user created or signs for, unless it is closed', () =>
    expect(
      payingVaults([
        vault,
        { ...vault, id: 'b', role: 'creator', isSigner: false },
        { ...vault, id: 'c', status: 'pending' },
        { ...vault, id: 'd', status: 'closed' },
        { ...vault, id: 'e', role: 'viewer', isSigner: false },
      ]).map(({ id }) => id),
    ).toEqual(['a', 'b', 'c']));

  it('is the wallet, the chosen vault, or the first; never another than the chosen one', () => {
    const vaults = [vault, { ...vault, id: 'b' }];
    expect(payerTerms({ by: 'wallet', vaultId: 'b' }, vaults)).toEqual({});
    expect(payerTerms({ by: 'vault', vaultId: 'b' }, vaults)).toEqual({ vaultId: 'b' });
    expect(payerTerms({ by: 'vault', vaultId: '' }, vaults)).toEqual({ vaultId: 'a' });
    expect(payerTerms({ by: 'vault', vaultId: 'x' }, vaults)).toBeUndefined();
    expect(payerTerms({ by: 'vault', vaultId: '' }, undefined)).toBeUndefined();
  });
});
