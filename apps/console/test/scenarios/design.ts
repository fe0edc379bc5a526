import { text as readText } from 'node:stream/consumers';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { CONNECTED } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';

const DAY = 86_400;
/** The key of somebody who sends and receives. */
const KEY = '4a'.repeat(32);
const FIFTY = Array.from({ length: 50 }, (_, index) => ({
  label: `Person ${index + 1}`,
  recipient: createWallet({ privateKey: `console person of fifty ${index}` }).address,
}));
/** The key of somebody who has nothing yet. */
const NEWCOMER = '4c'.repeat(32);
const EMPTY_LISTS = ['/incoming', '/outgoing', '/inbox', '/plans', '/airdrops', '/vaults', '/activity', '/contacts'];
/** The answers of each list of a form that has at most three. */
const FEW_ANSWERS = `[...document.querySelectorAll('main form select')]
  .filter((select) => select.checkVisibility() && select.options.length <= 3)
  .map((select) => [...select.options].map(({ text }) => text).join(', '))`;
/** Height of all of a page, pixels. */
const HEIGHT = 'document.documentElement.scrollHeight';

/** Tests what pages look like that are read at a glance: tables, forms in view, and what counts where. */
export const designScenarios = (fixture: () => Fixture): void => {
  it('types fifty salaries in rows of a line each below one head, and keeps their preview in view', async () => {
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    const rows = FIFTY.map(({ recipient, label }) => `recipient=${recipient}&amount=0.01&name=${label}`).join('&');
    await one.load(`/plans/new?kind=payroll&${rows}`);
    const last = page.getByLabel('Recipient 50', { exact: true });
    await last.waitFor();
    // A plan of fifty was 5,500 px high.
    expect(Number(await page.evaluate(HEIGHT))).toBeLessThan(3_600);
    const first = await page.getByLabel('Recipient 1', { exact: true }).boundingBox();
    const second = await page.getByLabel('Recipient 2', { exact: true }).boundingBox();
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(48);
    await last.scrollIntoViewIfNeeded();
    const box = await page.getByRole('heading', { name: 'Preview' }).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(900);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('shows a plan as a table of its people with a search and a sum, and a stream hatched after now', async () => {
    const { weir, stack } = fixture();
    const own = walletOfKey(KEY);
    await stack.control.fund(own.address, 500_000_000n);
    await stack.control.mine();
    const start = (await weir.dev.chain()).medianTimePast;
    const streams = FIFTY.slice(0, 8).map((person) => ({ ...person, amount: 1_000_000n }));
    const plan = await weir.plans.create({ product: 'vesting', start, end: start + 100 * DAY, streams }, own);
    await plan.fund(own);
    await stack.control.passTime(25 * DAY);
    await stack.control.mine();
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await storeWallet(page.context(), KEY);
    await one.load(`/plans/${plan.id}`);
    await page.getByRole('row').filter({ hasText: 'Sum of 8 people' }).getByText('0.08 BCH').waitFor();
    const partOf = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=../dd');
    expect(await partOf('Paid').innerText()).toBe('0.00 BCH');
    expect(await partOf('Locked').innerText()).toMatch(/^0\.0[56]\d* BCH$/u);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Person',
      'Total',
      'Vested',
      'Paid',
      'Status',
    ]);
    await page.getByLabel('Search by name, address or number').fill('person 3');
    await page.getByRole('row').filter({ hasText: 'Sum of 1 person' }).getByText('0.01 BCH').waitFor();
    expect(await look(one, 'plan-searched')).toEqual([]);
    // The schedule is above the table. Its later part is drawn, and is not in the legend.
    const legend = page.locator('.u-legend');
    await legend.getByText('Vested', { exact: true }).first().waitFor();
    expect(await legend.getByText('Time', { exact: false }).count()).toBe(0);
    expect(await legend.locator('tr[class*="rest"]').first().isVisible()).toBe(false);
    // What was claimed is drawn as well, once something is.
    expect(await legend.getByText('Claimed', { exact: true }).count()).toBe(0);
    const [row] = (await plan.streamsPage({ limit: 1 }, own)).streams;
    await weir.streams.at(row?.id ?? '').push();
    await stack.control.mine();
    await one.load(`/plans/${plan.id}`);
    await legend.getByText('Claimed', { exact: true }).first().waitFor();
    expect(await partOf('Paid').innerText()).toMatch(/^0\.00\d+ BCH$/u);
    expect(await look(one, 'plan-claimed')).toEqual([]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('counts a cancelled stream neither as unlocking nor as going out, and shows the balance first', async () => {
    const { weir, stack } = fixture();
    const own = walletOfKey(KEY);
    const payer = createWallet({ privateKey: 'console payer who cancels' });
    for (const { address } of [own, payer]) await stack.control.fund(address, 300_000_000n);
    await stack.control.mine();
    const startTime = (await weir.dev.chain()).medianTimePast;
    const terms = { streamType: 'LINEAR', totalAmount: 1, startTime, endTime: startTime + 20 * DAY } as const;
    const received = await weir.streams.create({ ...terms, recipient: own.address }, payer);
    await received.fund(payer);
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await storeWallet(page.context(), KEY);
    await one.load('/home');
    await page.getByText(/unlocks$/).waitFor();
    const names = await page.locator('dl[aria-label="Figures"] dt').allInnerTexts();
    expect(names.slice(0, 2)).toEqual(['Balance', 'Locked by you']);
    await stack.control.passTime(5 * DAY);
    await received.cancel(payer);
    await stack.control.mine(8);
    await eventually(async () => expect((await received.get()).stream.refund?.status).not.toBe('pending'));
    await one.load('/home');
    await page.getByRole('button', { name: CONNECTED }).waitFor();
    await one.settled();
    expect(await page.getByText(/unlocks$/).count()).toBe(0);
    await one.close();
  });

  it('shows each empty list as a picture of what comes there, with something to do', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await storeWallet(page.context(), NEWCOMER);
    const seen: (readonly [path: string, pictures: number, hasAction: boolean])[] = [];
    for (const path of EMPTY_LISTS) {
      await one.load(path);
      const picture = page.locator('main svg[class*="picture"]');
      await picture.waitFor();
      const actions = page.locator('main').locator('a, button').filter({ visible: true });
      seen.push([path, await picture.count(), (await actions.count()) > 0]);
      expect(await look(one, `empty${path.replace('/', '-')}`)).toEqual([]);
    }
    expect(seen).toEqual(EMPTY_LISTS.map((path) => [path, 1, true]));
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('asks for two or three answers by buttons beside each other, never by a list that opens', async () => {
    const one = await fixture().page({ width: 1_440 });
    const { page } = one;
    await storeWallet(page.context(), NEWCOMER);
    const found: string[] = [];
    for (const path of ['/streams/new', '/locks/new', '/payments/new', '/plans/new', '/airdrops/new', '/vaults/new']) {
      await one.load(path);
      await page.locator('main form').first().waitFor();
      await one.settled();
      const few = await page.evaluate<readonly string[]>(FEW_ANSWERS);
      found.push(...few.map((options) => `${path}: ${options}`));
    }
    // A wallet may hold more than one asset.
    expect(found.filter((one) => !/: BCH\b/u.test(one))).toEqual([]);
    await one.close();
  });

  it('proves on the first page what it says by a stream of the chain, and names no amount of nothing', async () => {
    const { weir, stack } = fixture();
    const own = walletOfKey(KEY);
    await stack.control.fund(own.address, 300_000_000n);
    await stack.control.mine();
    const startTime = (await weir.dev.chain()).medianTimePast - DAY;
    const terms = { streamType: 'LINEAR', totalAmount: 1, startTime, endTime: startTime + 900 * DAY } as const;
    const stream = await weir.streams.create({ ...terms, recipient: own.address }, own);
    await stream.fund(own);
    // The indexer adds up what blocks hold.
    await stack.control.mine();
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.load('/');
    const proof = page.locator('figcaption').filter({ hasText: 'On the chain now' });
    await proof.getByText('vested of').waitFor();
    await page.getByText('in contracts now').waitFor();
    await page
      .getByRole('heading', { level: 1, name: 'Payroll, vesting and treasuries nobody else can touch' })
      .waitFor();
    const jobs = page.getByRole('region', { name: 'Five jobs' }).getByRole('link');
    expect(await jobs.locator('strong').allInnerTexts()).toEqual(['Vest', 'Payroll', 'Lock', 'Airdrop', 'Treasury']);
    expect(await look(one, 'landing')).toEqual([]);
    await proof.getByRole('link', { name: 'Check it yourself' }).click();
    await page.waitForURL(/streams\/[0-9a-f-]{36}$/);

    await page.route('**/api/indexer/tvl*', async (route) => {
      const answer = await route.fetch();
      const known = (await answer.json()) as { readonly current: { readonly bch: object } };
      const bch = { ...known.current.bch, amount: 0, amountBase: '0' };
      await route.fulfill({ response: answer, json: { ...known, current: { ...known.current, bch } } });
    });
    const read = page.waitForResponse('**/api/indexer/tvl*');
    await one.load('/');
    await read;
    await proof.getByText('vested of').waitFor();
    expect(await page.getByText('in contracts now').count()).toBe(0);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('writes a file for a German spreadsheet with semicolons and decimal commas', async () => {
    const one = await fixture().page({ width: 1_280, language: 'de' });
    const { page } = one;
    await storeWallet(page.context(), KEY);
    await one.load('/incoming');
    await one.settled();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /CSV/ }).first().click();
    const [head, first] = (await readText(await (await saved).createReadStream())).trim().split('\r\n');
    expect(head).toMatch(/^\uFEFF?number;kind;name;/u);
    expect(first).toMatch(/;stream;.*;1(?:,0+)?;/u);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
