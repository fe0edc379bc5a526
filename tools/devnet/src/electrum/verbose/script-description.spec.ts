import { keyOf } from '../../../test/support/keys.js';
import { describeScript } from './script-json.js';

const key = keyOf('electrum-a');
const publicKey = Buffer.from(key.publicKey).toString('hex');

describe('describeScript', () => {
  it('knows a public key hash', () => {
    expect(describeScript(key.lockingBytecode, 'bchtest')).toMatchObject({
      addresses: [key.address],
      reqSigs: 1,
      type: 'pubkeyhash',
    });
  });

  it.each([`a914${'11'.repeat(20)}87`, `aa20${'22'.repeat(32)}87`])('knows a script hash: %s', (hex) => {
    const { addresses, type } = describeScript(hex, 'bchtest');
    expect(type).toBe('scripthash');
    expect(addresses?.[0]).toMatch(/^bchtest:p/);
  });

  it('knows bare keys', () => {
    expect(describeScript(`21${publicKey}ac`, 'bchtest')).toMatchObject({
      addresses: [key.address],
      reqSigs: 1,
      type: 'pubkey',
    });
    const multisig = describeScript(`5121${publicKey}21${publicKey}52ae`, 'bchtest');
    expect(multisig).toMatchObject({ addresses: [key.address, key.address], reqSigs: 1, type: 'multisig' });
    expect(describeScript(`5321${publicKey}21${publicKey}52ae`, 'bchtest').type).toBe('nonstandard');
  });

  it('knows data carriers, and what is nothing of the kind', () => {
    const data = describeScript('6a0568656c6c6f', 'bchtest');
    expect(data).toEqual({ asm: 'OP_RETURN 68656c6c6f', hex: '6a0568656c6c6f', type: 'nulldata' });
    expect(describeScript('6a05', 'bchtest').type).toBe('nonstandard');
    expect(describeScript('6aac', 'bchtest').type).toBe('nonstandard');
    expect(describeScript('51', 'bchtest')).toEqual({ asm: '1', hex: '51', type: 'nonstandard' });
    expect(describeScript('', 'bchtest').type).toBe('nonstandard');
  });
});
