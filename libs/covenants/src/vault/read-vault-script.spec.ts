import { createVaultContract, readVaultScript } from './vault-contract.js';
import type { VaultParameters } from './vault-parameters.js';

const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const parameters: VaultParameters = { signers: [hash(1), hash(2), hash(3)], nonce: new Uint8Array(16).fill(4) };
const script = createVaultContract(parameters, 'chipnet').redeemScript;

describe("a vault's redeem script", () => {
  it('contains its signers in order, and its nonce', () => {
    expect(readVaultScript(script)).toEqual(parameters);
  });

  it('refuses any other script', () => {
    const longer = Uint8Array.of(...script, 0x51);
    const other = script.map((byte, i) => (i === script.length - 1 ? byte ^ 1 : byte));
    const twice = script.map((byte) => (byte === 2 ? 1 : byte));
    for (const each of [
      longer,
      other,
      twice,
      script.slice(1),
      script.slice(0, 80),
      new Uint8Array(),
      Uint8Array.of(0x4c),
    ])
      expect(readVaultScript(each)).toBeUndefined();
  });
});
