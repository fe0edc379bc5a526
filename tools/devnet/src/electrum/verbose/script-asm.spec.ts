import { scriptAsm } from './script-json.js';

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
