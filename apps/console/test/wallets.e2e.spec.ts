import { createPaytacaExtension } from '@weir/local/paytaca';
import { createWallet } from '@weir/wallet';
import { airdropLife } from './scenarios/airdrops.js';
import { manyAddressesScenarios } from './scenarios/many-addresses.js';
import { paymentScenarios } from './scenarios/payments.js';
import { purseScenarios } from './scenarios/purses.js';
import { rosterLife } from './scenarios/roster-life.js';
import { streamScenarios } from './scenarios/streams.js';
import { connect, CONNECTED, createAndFund, fillStream, ownAddress } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { look } from './support/look.js';
import { startWalletEnds, type WalletEnds } from './support/wallets.js';

let ends: WalletEnds;
let fixture: Fixture;
beforeAll(async () => {
  ends = await startWalletEnds();
  fixture = await startFixture(ends.settings);
});
afterEach(() => fixture.closeLeft());
afterAll(async () => {
  await fixture.stop();
  await ends.stop();
});

const PRODUCTS = {
  stream: streamScenarios,
  payment: paymentScenarios,
  airdrop: airdropLife,
  purse: purseScenarios,
  roster: rosterLife,
} as const;

/** The connectors, with the products that are tried by each. */
const CONNECTORS = [
  { connector: 'WalletConnect', products: ['stream', 'payment', 'purse', 'roster'], signsMessages: true },
  { connector: 'WizardConnect', products: ['stream', 'airdrop', 'purse', 'roster'], signsMessages: false },
  { connector: 'Paytaca', products: ['stream', 'airdrop', 'purse', 'roster'], signsMessages: true },
] as const;

describe.each(CONNECTORS)('a wallet by $connector', ({ connector, products, signsMessages }) => {
  beforeAll(() => {
    fixture.choose = ends.choose[connector];
  });
  for (const product of products) PRODUCTS[product](() => fixture, { signsMessages });
});

describe('a wallet by WizardConnect', () => {
  manyAddressesScenarios(
    () => fixture,
    () => ends,
  );

  it('is asked once for each signature, although the relay breaks in the middle', async () => {
    fixture.choose = ends.choose.WizardConnect;
    const one = await fixture.page();
    await one.open('/');
    await connect(one);
    await fillStream(one, await ownAddress(one), '1');
    ends.nostr.cut('after');
    await createAndFund(one, 'streams');
    expect(ends.nostr.cuts()).toBe(1);
    expect(ends.hdWallet().signed).toHaveLength(1);
    expect(one.complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([]);
    await one.close();
  });
});

describe('the dialog of wallets', () => {
  it('offers first what is in the browser, and last what is missing', async () => {
    const one = await fixture.page({ choose: undefined });
    const { page } = one;
    const titles = page.getByRole('dialog').getByRole('heading', { level: 3 });
    const offered = async (): Promise<readonly string[]> => {
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await titles.first().waitFor();
      return titles.allInnerTexts();
    };
    const others = ['Wallet in this page', 'WalletConnect', 'WizardConnect'];
    await one.open('/');
    expect(await offered()).toEqual([...others, 'Paytaca in this browser']);
    await page.getByText('This browser does not have the extension, or it is off for this site.').waitFor();
    expect(await look(one, 'connect')).toEqual([]);
    await createPaytacaExtension(createWallet({ privateKey: 'console wallet in the browser' })).install(page);
    await page.reload();
    expect(await offered()).toEqual(['Paytaca in this browser', ...others]);
    // A wallet that this page has made is there, too.
    await page.getByRole('button', { name: 'Make a wallet in this page' }).click();
    await page.getByRole('button', { name: CONNECTED }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    expect((await offered()).slice(0, 2)).toEqual(['Wallet in this page', 'Paytaca in this browser']);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});

describe('Paytaca', () => {
  it('is believed when its user declines, changes the address, and leaves', async () => {
    fixture.choose = ends.choose.Paytaca;
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await fillStream(one, await ownAddress(one), '1');
    ends.paytaca().declineNext();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByText('You declined it in the wallet').waitFor();
    await ends.paytaca().choose(page, undefined);
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});
