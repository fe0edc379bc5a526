import type { Page } from 'playwright-core';
import { createWallet } from '@weir/wallet';
import { chooseLocalWallet } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { paste } from '../support/paste.js';

const TEAM = Array.from({ length: 5 }, (_, index) => createWallet({ privateKey: `console team of five ${index}` }));

/** The key of a wallet that is on a list, as a browser keeps it. */
const CLAIMER = '47'.repeat(32);

/** Counts presses of anything that can be pressed; typing and pasting are none. */
const COUNT = `(() => {
  globalThis.presses = 0;
  addEventListener('click', ({ isTrusted, target }) => {
    if (isTrusted && target.closest('a, button, input, select, summary, label') !== null) globalThis.presses += 1;
  }, true);
})()`;
/** Begins to count the presses on an open page. */
export const countPresses = (page: Page): Promise<unknown> => page.evaluate(COUNT);
export const pressesOn = (page: Page): Promise<unknown> => page.evaluate('globalThis.presses');

/** Tests how many presses the first jobs of a new user take. The wallet has its coins from elsewhere. */
export const pressScenarios = (fixture: () => Fixture): void => {
  /** Opens the landing page of somebody without a wallet, starts a job, and connects a wallet that has coins. */
  const start = async (job: string) => {
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await page.addInitScript(COUNT);
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('addresses'));
    await one.open('/');
    await page.getByRole('link', { name: new RegExp(`^${job}`) }).click();
    await page.getByRole('main').getByRole('button', { name: 'Connect a wallet' }).click();
    await chooseLocalWallet(one);
    const address = new URL((await asked).url()).searchParams.get('addresses')?.split(',')[0] ?? '';
    await fixture().stack.control.fund(address, 500_000_000n);
    await fixture().stack.control.mine();
    return one;
  };

  it('takes at most six presses from the landing page to a funded stream', async () => {
    const one = await start('Vest');
    const { page } = one;
    await page.getByLabel('Recipient').fill(TEAM[0]?.address ?? '');
    await page.getByLabel('Amount').fill('0.5');
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/streams\/[0-9a-f-]{36}$/);
    await page.getByText('Active', { exact: true }).first().waitFor();
    expect(await pressesOn(page)).toBeLessThanOrEqual(6);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('takes at most eight presses from the landing page to funded salaries of a team of five', async () => {
    const one = await start('Payroll');
    const { page } = one;
    const salaries = page.getByRole('radio', { name: 'Salaries, which recur' });
    if (!(await salaries.isChecked())) await salaries.check();
    await paste(one, 'ol input', TEAM.map(({ address }) => `${address}\t0.01`).join('\n'));
    await page.getByRole('button', { name: 'Import its 5 rows' }).click();
    await page.getByLabel('Recipient 5', { exact: true }).waitFor();
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/plans\/[0-9a-f-]{36}$/);
    await page.getByText('All salaries are funded').waitFor();
    expect(await pressesOn(page)).toBeLessThanOrEqual(8);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('takes at most three presses from the link of a private list to the money', async () => {
    const { weir, stack } = fixture();
    const creator = createWallet({ privateKey: 'console creator of a private list' });
    await stack.control.fund(creator.address, 200_000_000n);
    await stack.control.mine();
    const campaign = await weir.airdrops.create({ title: 'For the team', totalAmount: 1, requireKyc: true }, creator);
    const claimer = createWallet({ privateKey: Buffer.from(CLAIMER, 'hex') });
    await campaign.generateList([{ address: claimer.address, amount: 0.02 }], creator);
    await campaign.fund(creator);
    const one = await fixture().page({ readsReviews: true, width: 390 });
    const { page } = one;
    await page.addInitScript(COUNT);
    // The browser has the wallet whose address is on the list, and has never connected it.
    await page.context().addInitScript(`localStorage.setItem('weir:local-key', '${CLAIMER}')`);
    await one.load(`/claim/${campaign.record.claim_token}`);
    await page.getByRole('main').getByRole('button', { name: 'Connect a wallet' }).click();
    await page.getByRole('button', { name: 'Use the wallet of this page' }).click();
    await page.getByRole('button', { name: /^(?:Sign in and claim|Claim)$/ }).click();
    await page.getByText('It is yours').waitFor();
    expect(await pressesOn(page)).toBeLessThanOrEqual(3);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
