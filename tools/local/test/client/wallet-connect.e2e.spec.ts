import { connectWallet, walletOfSession, type WalletConnectWallet } from '@weir/client/wallet-connect';
import { rosterRequest } from '@weir/local/roster-request';
import {
  startPhoneWallet,
  startRelay,
  startSignClient,
  stopSignClient,
  type PhoneWallet,
  type Relay,
} from '@weir/local/wallet-connect';
import { BCH, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

const CHAIN = 'bch:bchtest';

let fixture: Fixture;
let relay: Relay;
/** The page's end of every session. */
let page: Awaited<ReturnType<typeof startSignClient>>;
const phones: PhoneWallet[] = [];
beforeAll(async () => {
  fixture = await startFixture({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
  relay = await startRelay();
  page = await startSignClient('Page', relay.url);
});
afterAll(async () => {
  for (const phone of phones) await phone.stop();
  await stopSignClient(page);
  await relay.stop();
  await fixture.stop();
});

/** Pairs with a new phone that grants some methods. */
const pair = async (wallet: TestWallet, methods?: readonly string[]) => {
  const phone = await startPhoneWallet({
    relayUrl: relay.url,
    wallet,
    chain: CHAIN,
    ...(methods !== undefined && { methods }),
  });
  phones.push(phone);
  const shown: string[] = [];
  const connected = await connectWallet(page, CHAIN, (uri) => {
    shown.push(uri);
    void phone.pair(uri);
  });
  expect(shown).toEqual([expect.stringMatching(/^wc:[0-9a-f]{64}@2\?/)]);
  return { phone, connected };
};

/** The wallet of a session that a page finds again after a reload. */
const again = ({ topic }: WalletConnectWallet): WalletConnectWallet =>
  walletOfSession(page, page.session.get(topic), CHAIN);

describe('a wallet behind WalletConnect', () => {
  it('signs in, and funds a stream', async () => {
    const [own, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const { phone, connected } = await pair(own);
    const terms = { recipient: recipient.address, totalAmount: BCH, streamType: 'LINEAR' } as const;
    const stream = await fixture.weir.streams.create(terms, connected);
    expect(phone.asked).toContain('bch_signMessage');
    expect((await stream.fund(again(connected))).stream).toMatchObject({ status: 'ACTIVE', sender: own.address });
    expect(phone.asked.at(-1)).toBe('bch_signTransaction');
  });

  it('that grants no messages signs in by a transaction that cannot be sent', async () => {
    const { phone, connected } = await pair(await fixture.wallet(), ['bch_getAddresses', 'bch_signTransaction']);
    expect('signMessage' in connected).toBe(false);
    expect(await fixture.weir.signIn({ wallet: connected })).toMatchObject({
      addresses: await connected.getAddresses(),
    });
    expect(phone.asked).toContain('bch_signTransaction');
  });

  it('signs for a roster, whose commitment has 90 bytes', async () => {
    const own = await fixture.wallet();
    const { connected } = await pair(own);
    const { request, isSigned } = rosterRequest(own.publicKeyHash);
    const { signedTransaction } = await connected.signTransaction(request);
    expect(isSigned(signedTransaction)).toBe(true);
  });

  it('that says no, or nothing that can be read, has signed nothing', async () => {
    const own = await fixture.wallet(10n * BCH);
    const answers: (() => Promise<never>)[] = [
      () => Promise.reject(new Error('User rejected.')),
      () => Promise.resolve('signed' as never),
    ];
    for (const signTransaction of answers) {
      const { connected } = await pair({ ...own, signTransaction });
      const recipient = (await fixture.wallet()).address;
      const stream = await fixture.weir.streams.create(
        { recipient, totalAmount: BCH, streamType: 'LINEAR' },
        connected,
      );
      await expect(stream.fund(connected)).rejects.toMatchObject({
        code: expect.stringMatching(/^WALLET_/) as string,
      });
      expect((await stream.get()).stream).toMatchObject({ status: 'PENDING' });
    }
  });
});
