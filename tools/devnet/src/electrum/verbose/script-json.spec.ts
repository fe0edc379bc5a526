import { keyOf } from '../../../test/support/payment.js';
import { describeScript, scriptAsm } from './script-json.js';

const asm = (hex: string, decodes = false) => scriptAsm(Buffer.from(hex, 'hex'), decodes);

describe('scriptAsm', () => {
  it.each([
    [
      '76a91489ba3b5909769a0d2145c98483bbad7f4fb0323c88ac',
      'OP_DUP OP_HASH160 89ba3b5909769a0d2145c98483bbad7f4fb0323c OP_EQUALVERIFY OP_CHECKSIG',
    ],
    ['', ''],
    ['00', '0'],
    ['4f515260', '-1 1 2 16'],
    ['02e803', '1000'],
    ['0181', '-1'],
    ['050102030405', '0102030405'],
    ['4c0401020304', '67305985'],
    ['4d0500aabbccddee', 'aabbccddee'],
    ['b1b2', 'OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY'],
    ['6a04', 'OP_RETURN [error]'],
    ['4d05', '[error]'],
    ['f9', 'OP_UNKNOWN'],
  ])('shows %s as %s', (hex, expected) => {
    expect(asm(hex)).toBe(expected);
  });

  it('names the signing type of signatures, in unlocking bytecode only', () => {
    const signature = '11'.repeat(64);
    expect(asm(`41${signature}41`, true)).toBe(`${signature}[ALL|FORKID]`);
    expect(asm(`41${signature}c3`, true)).toBe(`${signature}[SINGLE|FORKID|ANYONECANPAY]`);
    expect(asm(`41${signature}61`, true)).toBe(`${signature}[ALL|FORKID|UTXOS]`);
    expect(asm(`41${signature}44`, true)).toBe(`${signature}44`);
    expect(asm(`41${signature}41`)).toBe(`${signature}41`);
  });
});

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
