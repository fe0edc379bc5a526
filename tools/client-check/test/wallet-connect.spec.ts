import { connectWallet, type WalletConnectClient } from '@weir/client/wallet-connect';
import { startFixture, type Fixture, type TestWallet } from './support/fixture.js';

const BCH = 100_000_000n;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
});
afterAll(() => fixture.stop());

/** The other end of a session: a wallet that gets what is asked as JSON, as relays carry it. */
const sessionWith = (wallet: TestWallet, methods: string[]): WalletConnectClient => {
  const answer = (method: string, params: never): Promise<unknown> | string => {
    if (!methods.includes(method)) throw new Error(`Missing or invalid. request() method: ${method}`);
    if (method === 'bch_getAddresses') return wallet.getAddresses();
    if (method === 'bch_signTransaction') return wallet.signTransaction(params);
    return wallet.signMessage((params as { readonly message: string }).message);
  };
  return {
    connect: ({ optionalNamespaces }) =>
      Promise.resolve({
        uri: 'wc:topic@2?relay-protocol=irn&symKey=00',
        approval: () =>
          Promise.resolve({
            topic: 'topic',
            namespaces: { bch: { methods, chains: optionalNamespaces['bch']?.chains ?? [] } },
          }),
      }),
    async request<Answer>({ request: { method, params } }: Parameters<WalletConnectClient['request']>[0]) {
      const carried = JSON.parse(JSON.stringify(params)) as never;
      return JSON.parse(JSON.stringify(await answer(method, carried))) as Answer;
    },
  };
};

const ALL = ['bch_getAddresses', 'bch_signTransaction', 'bch_signMessage'];

describe('a wallet behind WalletConnect', () => {
  it('signs in, and funds a stream', async () => {
    const [own, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const shown: string[] = [];
    const wallet = await connectWallet(sessionWith(own, ALL), 'bch:bchtest', (uri) => shown.push(uri));
    expect(shown).toEqual(['wc:topic@2?relay-protocol=irn&symKey=00']);
    const terms = { recipient: recipient.address, totalAmount: BCH, streamType: 'LINEAR' } as const;
    const stream = await fixture.weir.streams.create(terms, wallet);
    expect((await stream.fund(wallet)).stream).toMatchObject({ status: 'ACTIVE', sender: own.address });
  });

  it('that grants no messages has none', async () => {
    const own = await fixture.wallet();
    const wallet = await connectWallet(sessionWith(own, ALL.slice(0, 2)), 'bch:bchtest', () => undefined);
    expect('signMessage' in wallet).toBe(false);
    await expect(fixture.weir.signIn({ wallet })).rejects.toMatchObject({ code: 'WALLET_REQUIRED' });
  });
});
