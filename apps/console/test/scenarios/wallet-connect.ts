import { startPhoneWallet, startRelay, type PhoneWallet, type Relay } from '@weir/local/wallet-connect';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { cancelStream, CONNECTED, createStream } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

/** Names a WalletConnect project, which the page then offers. */
export const WITH_WALLET_CONNECT = { CONSOLE_WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef' };

const CONNECT = /^Connect wallet$/;
const recipient = createWallet({ privateKey: 'console payee of a phone' });

/** A token that says of a question, by its id, that this site has asked it; read and not verified by who asked. */
const attestationOf = (id: string | null): string =>
  [{ alg: 'ES256' }, { id }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.AA';

/** Replaces WalletConnect's verifier. @returns how often the page had itself vouched for */
export const vouchFor = async ({ page }: ConsolePage): Promise<() => number> => {
  let vouched = 0;
  await page.route('https://verify.walletconnect.org/**', (route) => {
    vouched += 1;
    const attestation = attestationOf(new URL(route.request().url()).searchParams.get('id'));
    const message = JSON.stringify(JSON.stringify({ type: 'verify_attestation', attestation }));
    return route.fulfill({
      contentType: 'text/html',
      body: `<script>parent.postMessage(${message}, '*')</script>`,
    });
  });
  return () => vouched;
};

/** Replaces what WalletConnect runs on the internet. @returns how often the page had itself vouched for */
const withoutInternet = async (one: ConsolePage, relay: Relay): Promise<() => number> => {
  await one.page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org/, (socket) => {
    const connection = relay.connect(socket.url(), (text) => socket.send(text));
    socket.onMessage((message) => connection.receive(message.toString()));
    socket.onClose(() => connection.close());
  });
  return vouchFor(one);
};

/** Tests a wallet on a phone, by WalletConnect's real client at both ends. */
export const walletConnectScenarios = (fixture: () => Fixture): void => {
  describe('a wallet on a phone', () => {
    let relay: Relay;
    let phone: PhoneWallet;
    const own = createWallet({ privateKey: 'console phone' });
    beforeAll(async () => {
      relay = await startRelay();
      phone = await startPhoneWallet({ relayUrl: relay.url, wallet: own, chain: 'bch:bchtest' });
    });
    afterAll(async () => {
      await phone.stop();
      await relay.stop();
    });

    it('is paired by a code, signs, is there after a reload, and leaves when its user says so', async () => {
      await fixture().stack.control.fund(own.address, 300_000_000n);
      await fixture().stack.control.mine();
      const one = await fixture().page();
      const { page } = one;
      const vouched = await withoutInternet(one, relay);
      await one.open('/');
      await page.getByRole('button', { name: CONNECT }).click();
      await page.getByRole('button', { name: 'Connect by WalletConnect' }).click();
      const link = page.getByRole('link', { name: 'Open it in a wallet on this device' });
      const code = (await link.getAttribute('href')) ?? '';
      expect(code).toMatch(/^wc:[0-9a-f]{64}@2\?/);
      await page.getByAltText('Code to scan with the wallet').waitFor();
      expect(await one.violations()).toEqual([]);
      await phone.pair(code);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: CONNECTED }).first().waitFor();

      const id = await createStream(one, recipient.address, '1.5');
      expect((await fixture().weir.streams.at(id).get()).stream).toMatchObject({ sender: own.address });
      expect(phone.asked).toEqual(['bch_getAddresses', 'bch_signTransaction']);
      // The pairing, too.
      expect(vouched()).toBe(phone.asked.length + 1);

      await page.reload();
      await page.getByRole('button', { name: CONNECTED }).first().waitFor();
      await cancelStream(one);
      expect(phone.asked).toEqual(['bch_getAddresses', 'bch_signTransaction', 'bch_signTransaction']);

      await phone.endSessions();
      await page.getByRole('button', { name: CONNECT }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: CONNECT }).waitFor();
      expect(await page.evaluate("localStorage.getItem('weir:session')")).toBeNull();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('is opened by a link on the phone itself, which cannot scan its own screen', async () => {
      const one = await fixture().page({ width: 390, isTouched: true });
      const { page } = one;
      await withoutInternet(one, relay);
      await one.open('/');
      await page.getByRole('button', { name: CONNECT }).click();
      await page.getByRole('button', { name: 'Connect by WalletConnect' }).click();
      const link = page.getByRole('link', { name: 'Open in wallet', exact: true });
      const code = (await link.getAttribute('href')) ?? '';
      expect(code).toMatch(/^wc:[0-9a-f]{64}@2\?/);
      expect(await page.getByAltText('Code to scan with the wallet').count()).toBe(0);
      expect(await look(one, 'connect-on-phone')).toEqual([]);
      await phone.pair(code);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: CONNECTED }).first().waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('on another network is refused with the name of the network to switch to, and its session ends', async () => {
      const other = await startPhoneWallet({ relayUrl: relay.url, wallet: own, chain: 'bch:bitcoincash' });
      const one = await fixture().page();
      const { page } = one;
      await withoutInternet(one, relay);
      await one.open('/');
      await page.getByRole('button', { name: CONNECT }).click();
      await page.getByRole('button', { name: 'Connect by WalletConnect' }).click();
      const link = page.getByRole('link', { name: 'Open it in a wallet on this device' });
      await other.pair((await link.getAttribute('href')) ?? '');
      const failure = page.getByRole('alert');
      await failure.waitFor();
      const text = await failure.innerText();
      expect(text).toContain('The wallet is on another network');
      expect(text).toMatch(/Switch the wallet to the Bitcoin Cash test network/);
      expect(text).not.toContain('chainId');
      await eventually(() => expect(other.sessions()).toBe(0));
      expect(other.asked).toEqual([]);
      await one.close();
      await other.stop();
    });
  });
};
