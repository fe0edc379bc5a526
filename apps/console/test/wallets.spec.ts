import { airdropScenarios } from './scenarios/airdrops.js';
import { paymentScenarios } from './scenarios/payments.js';
import { planScenarios } from './scenarios/plans.js';
import { streamScenarios } from './scenarios/streams.js';
import { vaultScenarios } from './scenarios/vaults.js';
import { connect, createStream, fund, ownAddress } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { startWalletEnds, type WalletEnds } from './support/wallets.js';

/** `all` tries every product by each connector, which takes as many times as long as the other specs together. */
const { WEIR_WALLETS = 'streams' } = process.env;

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

describe.each(['WalletConnect', 'WizardConnect', 'Paytaca'] as const)('a wallet by %s', (connector) => {
  beforeAll(() => {
    fixture.choose = ends.choose[connector];
  });
  streamScenarios(() => fixture);
  if (WEIR_WALLETS !== 'all') return;
  paymentScenarios(() => fixture);
  airdropScenarios(() => fixture);
  planScenarios(() => fixture);
  vaultScenarios(() => fixture);
});

describe('a wallet by WizardConnect', () => {
  it('is asked once for each signature, although the relay breaks in the middle', async () => {
    fixture.choose = ends.choose.WizardConnect;
    const one = await fixture.page();
    await one.open('/');
    await connect(one);
    await createStream(one, await ownAddress(one), '1');
    ends.nostr.cut('after');
    await fund(one);
    expect(ends.nostr.cuts()).toBe(1);
    expect(ends.hdWallet().signed).toHaveLength(1);
    expect(one.complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([]);
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
    await createStream(one, await ownAddress(one), '1');
    ends.paytaca().declineNext();
    await page.getByRole('button', { name: 'Fund it' }).click();
    await page.getByText('You declined it in the wallet').waitFor();
    await ends.paytaca().choose(page, undefined);
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});
