import { createWallet } from '@weir/wallet';
import { connect, ownAddress } from '../support/by-clicking.js';
import { focusIs } from '../support/by-keyboard.js';
import type { Fixture } from '../support/fixture.js';
import { heldBack } from '../support/held-back.js';

const TRILLIONS = 1_234_567_890_123_456_789n;
const MAINNET = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
const holder = createWallet({ privateKey: 'console holder of a long token' });

/** Numbers that are cut off or broken. */
const CUT = `[...document.querySelectorAll('dd [data-digits]')].filter((digits) =>
  digits.getClientRects().length > 1 || digits.getBoundingClientRect().right > digits.closest('dl').getBoundingClientRect().right)
  .map((digits) => digits.textContent)`;

/** Tests slips of users, lost connections, and words longer than a phone is wide. */
export const slipScenarios = (fixture: () => Fixture): void => {
  describe('a slip', () => {
    it('in a form is reported at its field, without a wallet, too, and shown by a refused button far below', async () => {
      const one = await fixture().page({ width: 360 });
      const { page } = one;
      await one.open('/streams/new');
      await page.getByLabel('Amount').pressSequentially('1.5x');
      expect(await page.getByText('Enter the number alone').count()).toBe(0);
      await page.getByLabel('Recipient').fill(`  ${MAINNET} `);
      await page.getByText('Enter the number alone, in BCH, without “x”').waitFor();
      await connect(one);
      await page.getByRole('button', { name: 'Create and fund' }).click();
      // The first that is wrong, though the button is far below.
      await focusIs(one, '[aria-invalid="true"]');
      await page.getByText('This is an address of another network: it begins with bitcoincash:').waitFor();
      await page.getByLabel('Recipient').fill(holder.address);
      await page.getByRole('button', { name: 'Create and fund' }).click();
      await focusIs(one, 'input[inputmode="decimal"]');
      expect(await one.violations()).toEqual([]);
      await one.close();
    });

    it('in a search, or in an address of a page, is reported as such; a party’s address leads to what concerns them', async () => {
      const { weir } = fixture();
      const sender = createWallet({ privateKey: 'console sender who is searched for' });
      const { record } = await weir.streams.create(
        { recipient: holder.address, totalAmount: 1, streamType: 'LINEAR' },
        sender,
      );
      const one = await fixture().page({ width: 360 });
      await one.open(`/search?q=${holder.address}`);
      await one.page.getByText(record.stream_id).waitFor();
      await one.open('/search?q=the+stream+of+mine');
      await one.page.getByText('Nothing found').waitFor();
      await one.open('/streams/mine');
      await one.page.getByText('There is no such record').waitFor();
      await one.close();
    });
  });

  it('The first page makes a wallet with test coins, and leads to the source, documents and guide of its host', async () => {
    const one = await fixture().page({ width: 360 });
    const { page } = one;
    const settings = { apiUrl: '', devKitUrl: `${fixture().stack.devKitUrl}/dev`, guideUrl: '/guide/' };
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { ...settings, sourceUrl: 'https://source.example/weir/' } }),
    );
    await one.open('/');
    for (const [name, url] of [
      ['Contracts', 'https://source.example/weir/contracts'],
      ['Proofs', 'https://source.example/weir/docs/proofs.md'],
    ] as const)
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(url);
    for (const link of await page.getByRole('link', { name: 'API', exact: true }).all())
      expect(await link.getAttribute('href')).toBe('/docs');
    expect(await page.getByRole('link', { name: 'Guide', exact: true }).getAttribute('href')).toBe('/guide/');
    expect((await page.request.get(`${fixture().stack.apiUrl}/docs`)).ok()).toBe(true);
    const tryIt = page.getByRole('button', { name: 'Try it with test coins' });
    await page.route('**/dev/faucet*', (route) => route.abort());
    await tryIt.click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/dev/faucet*');
    await tryIt.click();
    await page.waitForURL('**/home');
    const addresses = await ownAddress(one);
    const { data } = await fixture().weir.api.GET('/api/transactions/balance', { params: { query: { addresses } } });
    expect(data).toMatchObject({ amountBase: '1000000000' });
    await page.getByRole('link', { name: 'Weir' }).first().click();
    await page.getByRole('heading', { name: 'Five jobs' }).waitFor();
    expect(await page.getByRole('region', { name: 'Five jobs' }).getByRole('listitem').count()).toBe(5);
    // Who has a wallet is offered none.
    expect(await tryIt.count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await one.close();
  });

  it('A page whose host does not give its settings says so, and starts once it gives them', async () => {
    const one = await fixture().page({ width: 360 });
    const { page } = one;
    await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: '' }));
    // What explains errors may come late, too: meanwhile the page waits without its settings.
    const letExplanationThrough = await heldBack(one, /\/assets\/explained-failure-[^/]+\.js$/);
    await one.open('/streams/new');
    await page.getByRole('heading', { name: 'Loading…' }).waitFor();
    expect(one.complaints.filter((complaint) => !complaint.includes('config.json'))).toEqual([]);
    letExplanationThrough();
    await page.getByText('config.json cannot be read: the host of this page answered 503').waitFor();
    await page.unroute('**/config.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Amount', { exact: true }).waitFor();
    await one.close();
  });

  it('The button that creates stays where it is, with anything shown beside it', async () => {
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    const letPreviewThrough = await heldBack(one, '**/api/streams/preview');
    const letChartThrough = await heldBack(one, /\/assets\/schedule-chart-[^/]+\.js$/);
    await one.open('/streams/new');
    await page.getByLabel('Recipient').fill(holder.address);
    await page.getByLabel('Amount').fill('1.5');
    const button = page.getByRole('button', { name: 'Create and fund' });
    const before = await button.boundingBox();
    await page.getByText('Computing its schedule and costs…').waitFor();
    expect(await button.boundingBox()).toEqual(before);
    letPreviewThrough();
    await page.getByText('Drawing the schedule…').waitFor();
    expect(await button.boundingBox()).toEqual(before);
    letChartThrough();
    await page.locator('.u-legend').getByText('Vested', { exact: true }).first().waitFor();
    expect(await button.boundingBox()).toEqual(before);
    await one.close();
  });

  it('The wallet’s menu says why it offers nothing while the service is away, and offers it when it is back', async () => {
    const one = await fixture().page();
    const { page } = one;
    await page.route('**/api/**', (route) => route.abort());
    await one.open('/new');
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByText('The service cannot be reached').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Make a wallet in this page' }).waitFor();
    await one.close();
  });

  it('Amounts of 18 decimals are whole on a phone, and long titles keep a claim page as wide as its screen', async () => {
    const { weir, stack } = fixture();
    await stack.control.fund(holder.address, 300_000_000n);
    const { category } = await weir.dev.tokens(
      { amount: TRILLIONS, name: 'Long', symbol: 'LONGSYMBOL', decimals: 18 },
      holder,
    );
    await stack.control.mine();
    while ((await weir.token(category)).status !== 'named') await stack.control.mine();
    const stream = await weir.streams.create(
      {
        recipient: holder.address,
        totalAmount: TRILLIONS,
        streamType: 'LINEAR',
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: category,
      },
      holder,
    );
    const { record } = await weir.airdrops.create(
      { title: 'T'.repeat(100), totalAmount: 1, amountPerClaim: 0.1 },
      holder,
    );
    const one = await fixture().page({ width: 360 });
    await one.open(`/streams/${stream.id}`);
    await one.page.getByText('1.234567890123456789').first().waitFor();
    expect(await one.page.evaluate(CUT)).toEqual([]);
    await one.open(`/claim/${record.claim_token}`);
    await one.page.getByText('Not open').waitFor();
    expect(await one.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await one.close();
  });
};
