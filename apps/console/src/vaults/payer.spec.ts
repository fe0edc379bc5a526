import { payerTerms, payingVaults } from './payer.js';

const vault = { id: 'a', name: 'Grants', status: 'active', role: 'signer', isSigner: true } as const;

describe('who pays something new', () => {
  it('may be a vault that its creator or a signer names, until it is closed', () =>
    expect(
      payingVaults([
        vault,
        { ...vault, id: 'b', role: 'creator', isSigner: false },
        { ...vault, id: 'c', status: 'pending' },
        { ...vault, id: 'd', status: 'closed' },
        { ...vault, id: 'e', role: 'viewer', isSigner: false },
      ]).map(({ id }) => id),
    ).toEqual(['a', 'b', 'c']));

  it('is the wallet, the vault that was chosen, or the first; never another than was named', () => {
    const vaults = [vault, { ...vault, id: 'b' }];
    expect(payerTerms({ by: 'wallet', vaultId: 'b' }, vaults)).toEqual({});
    expect(payerTerms({ by: 'vault', vaultId: 'b' }, vaults)).toEqual({ vaultId: 'b' });
    expect(payerTerms({ by: 'vault', vaultId: '' }, vaults)).toEqual({ vaultId: 'a' });
    expect(payerTerms({ by: 'vault', vaultId: 'x' }, vaults)).toBeUndefined();
    expect(payerTerms({ by: 'vault', vaultId: '' }, undefined)).toBeUndefined();
  });
});
