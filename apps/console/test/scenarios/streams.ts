import { createWallet } from '@weir/wallet';
import { cancelStream, connect, createStream, fillStream, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const DAY = 86_400;
const MAIN_AMOUNT = `[...document.querySelectorAll('main p')].find((one) => one.textContent.trim() === 'Claimable now').nextElementSibling`;
/** The parts of the bar, in its order. */
const BAR = `[...document.querySelectorAll('main [aria-hidden] > [data-state]')].map((part) => part.dataset.state)`;

/** Tests a stream from its form to its end, by one wallet that both sends and receives it. */
export const streamScenarios = (fixture: () => Fixture): void => {
  it('creates a stream, funds it, claims from it after a reload, and cancels it, to the return of the rest', async () => {
    const { control } = fixture().stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await createStream(one, await ownAddress(one), '1.5');
    await control.passTime(40 * DAY);
    await page.reload();
    await page.getByRole('button', { name: /^Claim 0\./ }).waitFor();
    // What can be claimed is the largest amount of the page, and one of its buttons is the primary one.
    const claimable = page.getByText('Claimable now', { exact: true }).locator('xpath=following-sibling::p');
    expect(await claimable.innerText()).toMatch(/^0\.\d+ BCH$/);
    expect(await page.evaluate(`getComputedStyle(${MAIN_AMOUNT}).fontSize`)).toBe('36px');
    expect(await page.locator('main button[class*="main"]').filter({ visible: true }).allInnerTexts()).toEqual([
      `Claim ${await claimable.innerText()}`,
    ]);
    expect(await page.evaluate(BAR)).toEqual(['paid', 'free', 'locked']);
    expect(await look(one, 'stream-claimable')).toEqual([]);
    await page.getByRole('button', { name: /^Claim 0\./ }).click();
    await page.getByText('Done.').waitFor();
    await control.mine();
    await cancelStream(one);
    await control.mine(7);
    await page.getByText('has returned to the sender').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('warns in the form of a start so far in the past that nothing stays locked', async () => {
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await fillStream(one, createWallet({ privateKey: 'console payee of a backdated stream' }).address, '1.5');
    const warning = page.getByRole('status').filter({ hasText: 'It starts in the past' });
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Starts', { exact: true }).fill('2010-01-31T10:00');
    await warning.waitFor();
    expect(await warning.innerText()).toContain('the recipient can claim all 1.50 BCH at once. Nothing stays locked.');
    expect(await one.violations()).toEqual([]);
    await one.close();
  });
};
