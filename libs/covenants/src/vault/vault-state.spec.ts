import fc from 'fast-check';
import { decodeVaultState, encodeVaultState, INITIAL_VAULT_STATE, MAX_VAULT_SPENDS } from './vault-parameters.js';

describe('the state of a vault', () => {
  it('is version, status and spends, little-endian', () => {
    expect(encodeVaultState(INITIAL_VAULT_STATE)).toBe('010000000000');
    expect(encodeVaultState({ spends: 0x01020304 })).toBe('010004030201');
  });

  it('survives encoding and decoding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_VAULT_SPENDS }), (spends) =>
        expect(decodeVaultState(encodeVaultState({ spends }))).toEqual({ spends }),
      ),
    );
  });

  it.each(['', '0100', '0100040302', '01000403020100', '020004030201', '010104030201'])(
    'is none of a vault: %s',
    (commitment) => {
      expect(decodeVaultState(commitment)).toBeUndefined();
    },
  );
});
