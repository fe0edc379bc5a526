import type { WcTransaction } from '../shared/amounts.js';
import { connectPaytaca, type PaytacaProvider, paytacaWallet } from './paytaca.js';

const ADDRESS = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
const SIGNED = { signedTransaction: '02', signedTransactionHash: 'ab' };
const REQUEST: WcTransaction = { transaction: '02', sourceOutputs: [], broadcast: false, userPrompt: 'Pay' };

/** What the extension puts into pages. @param says whether its user approves, or closes each of its windows */
const provider = (says: 'yes' | 'nothing', isConnected = false): PaytacaProvider => {
  const answer = <Answer>(one: Answer) => Promise.resolve(says === 'yes' ? one : undefined);
  return {
    connected: () => Promise.resolve(isConnected),
    connect: () => answer({ connected: true, address: ADDRESS }),
    address: () => answer(ADDRESS),
    signMessage: ({ userPrompt = '', message }) => answer(`${userPrompt}|${message}`),
    signTransaction: ({ assetId, broadcast }) =>
      answer({ ...SIGNED, signedTransaction: `${assetId} ${String(broadcast)}` }),
    disconnect: () => Promise.resolve({}),
    on: () => undefined,
  };
};

describe('Paytaca’s extension as a wallet', () => {
  it('signs, and sends only where the request says so', async () => {
    const wallet = await connectPaytaca(provider('yes'));
    expect(await wallet.getAddresses()).toEqual([ADDRESS]);
    expect(await wallet.signTransaction(REQUEST)).toEqual({ ...SIGNED, signedTransaction: 'bch false' });
    expect(await wallet.signMessage?.('Sign in\nto Weir')).toBe('Sign in|Sign in\nto Weir');
  });

  it('treats a missing answer to any request as a refusal by its user', async () => {
    const mute = provider('nothing', true);
    const wallet = paytacaWallet(mute);
    const refused = { code: 4_001, message: 'It was declined in Paytaca' };
    await expect(connectPaytaca(provider('nothing'))).rejects.toMatchObject(refused);
    await expect(wallet.getAddresses()).rejects.toMatchObject(refused);
    await expect(wallet.signTransaction(REQUEST)).rejects.toMatchObject(refused);
    await expect(wallet.signMessage?.('Sign in')).rejects.toMatchObject(refused);
  });

  it('asks no user whose site is connected already', async () => {
    const asked = { ...provider('yes', true), connect: () => Promise.reject(new Error('asked')) };
    expect(await (await connectPaytaca(asked)).getAddresses()).toEqual([ADDRESS]);
  });
});
