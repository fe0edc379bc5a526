import { createWallet } from '@weir/wallet';
import { connect, CONNECTED } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const DAY = 86_400;
const team = ['Ada of names', 'Bea of names'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name}` }).address,
}));

/** Tests the names that a sender types into a plan: where the sender reads them, and that nobody else does. */
export const nameScenarios = (fixture: () => Fixture): void => {
  it('shows the names of a plan to its sender in reviews, lists and the inbox, and to nobody else', async () => {
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await one.open('/plans/new');
    await connect(one);
    await page.getByLabel('A plan of').selectOption('recurring');
    for (const [index, { address, name }] of team.entries()) {
      await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).fill(address);
      await page.getByLabel(`Per payday ${index + 1}`).fill('0.01');
      await page.getByLabel(`Name ${index + 1}`).fill(name);
    }
    await page
      .getByRole('button', { name: 'Sign in with your wallet' })
      .or(page.getByText('You pay, about'))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
    await review.getByText('Ada of names (Stream 1)', { exact: true }).waitFor();
    await review.getByText(/^Bea of names: /).waitFor();
    await page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/plans\/[0-9a-f-]{36}$/);
    await page.getByText('All salaries are funded').waitFor();

    await one.load('/outgoing');
    await page.getByRole('link', { name: 'Ada of names' }).waitFor();
    expect(await look(one, 'outgoing-names')).toEqual([]);
    await fixture().stack.control.passTime(DAY);
    await one.open('/activity');
    await page.getByText('Locked').first().waitFor();
    await page.getByRole('link', { name: 'Ada of names' }).first().waitFor();
    await one.open('/home');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByText('Bea of names').first().waitFor();

    // Nothing of them stays once the wallet has left, and another browser never sees them.
    await page.getByRole('button', { name: CONNECTED }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await one.open('/explore');
    await page.getByRole('heading', { name: 'Explore' }).waitFor();
    const stranger = await fixture().page();
    await stranger.open('/explore');
    await stranger.page.getByText('0.12 BCH').first().waitFor();
    for (const each of [one, stranger]) {
      await each.settled();
      expect(await each.page.getByText('of names').count()).toBe(0);
      expect(await each.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
        'Ada of names',
      );
    }
    expect(one.complaints).toEqual([]);
    await stranger.close();
    await one.close();
  });
};
