import type { Wallet } from '@weir/client';
import { createWallet } from '@weir/wallet';
import { isPublicKey, readSigner, signerKeyOf } from './signer-key.js';

const wallet = createWallet({ privateKey: 'a signer' });
const publicKey = Buffer.from(wallet.publicKey).toString('hex');

describe('the key of a signer', () => {
  it('is recovered from a signature of the wallet', async () => {
    for (const name of ['a signer', 'another', 'one more', 'and one']) {
      const one = createWallet({ privateKey: name });
      expect(await signerKeyOf(one, one.address)).toEqual({
        address: one.address,
        publicKey: Buffer.from(one.publicKey).toString('hex'),
      });
    }
  });

  it('is not recovered where the wallet refuses, or answers something else', async () => {
    const mute: Wallet = {
      getAddresses: () => wallet.getAddresses(),
      signTransaction: (request) => wallet.signTransaction(request),
    };
    await expect(signerKeyOf(mute, wallet.address)).rejects.toThrow('which this wallet cannot make');
    const short = { ...wallet, signMessage: (text: string) => btoa(atob(wallet.signMessage(text)).slice(1)) };
    await expect(signerKeyOf(short, wallet.address)).rejects.toThrow('no recoverable signature');
  });

  it('is written in one line with its address, and read however it is wrapped', () => {
    const signer = { address: wallet.address, publicKey };
    expect(readSigner(`${signer.address} ${signer.publicKey}`)).toEqual(signer);
    expect(readSigner(`${publicKey.toUpperCase()}\n  ${wallet.address}\n`)).toEqual(signer);
    for (const text of ['', wallet.address, publicKey, `${wallet.address} ${publicKey} more`])
      expect(readSigner(text)).toBeUndefined();
  });

  it('has 33 bytes', () => {
    expect(isPublicKey(publicKey)).toBe(true);
    for (const text of ['', publicKey.slice(2), `04${publicKey.slice(2)}`, `${publicKey}00`])
      expect(isPublicKey(text)).toBe(false);
  });
});
