import { focused, focusIs, tabTo } from '../support/by-keyboard.js';
import type { Fixture } from '../support/fixture.js';
import { heldBack } from '../support/held-back.js';

const DAY = 86_400;

/** Tests a stream from its form to its claim without a mouse. */
export const keyboardScenarios = (fixture: () => Fixture): void => {
  describe('the keyboard alone', () => {
    it('creates, funds and claims a stream, is always seen, and goes on where it was after dialogs and on new pages', async () => {
      const one = await fixture().page({ width: 1_280 });
      const { page } = one;
      const { keyboard } = page;
      await one.open('/');
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor();
      await tabTo(one, 'Connect wallet');
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await tabTo(one, 'Make a wallet in this page');
      await keyboard.press('Space');
      // The button is gone; the focus stays in the dialog.
      await page.getByRole('button', { name: 'Disconnect' }).waitFor();
      await focusIs(one, '[role="dialog"], [role="dialog"] *');
      const own =
        (await page
          .getByRole('dialog')
          .getByTitle(/^bchtest:/)
          .getAttribute('title')) ?? '';
      await keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIs(one, 'header button');
      expect((await focused(one)).name).toMatch(/^q\w+…/);
      await tabTo(one, 'Test chain');
      await keyboard.press('Enter');
      // The dialog takes the focus once it is open.
      await focusIs(one, '[role="dialog"], [role="dialog"] *');
      await tabTo(one, 'Get 10 BCH');
      await keyboard.press('Enter');
      await page.getByText('10 BCH are in the wallet.').waitFor();
      await keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIs(one, 'footer button');

      await one.load('/new');
      await tabTo(one, /^Stream/);
      await keyboard.press('Enter');
      await page.getByLabel('Recipient').waitFor();
      await focusIs(one, 'main');
      await tabTo(one, 'Recipient');
      await keyboard.type(own);
      await tabTo(one, 'Amount');
      await keyboard.type('1');
      await tabTo(one, 'Vests');
      await keyboard.press('ArrowDown');
      await keyboard.press('ArrowDown');
      await tabTo(one, 'Interval in days');
      await keyboard.press('Control+A');
      await keyboard.type('10');
      await page.getByText('You pay, about').waitFor();
      await tabTo(one, 'Create and fund');
      await keyboard.press('Enter');
      await page.waitForURL(/streams\/[0-9a-f-]{36}$/);
      await focusIs(one, 'main');
      await page.getByText('Active', { exact: true }).waitFor();

      await fixture().stack.control.passTime(40 * DAY);
      await page.reload();
      await page.getByRole('button', { name: /^Claim 0\./ }).waitFor();
      await tabTo(one, 'Cancel the stream');
      await keyboard.press('Enter');
      await page.getByText('This cannot be undone.').waitFor();
      await focusIs(one, '[role="alertdialog"] *');
      await keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await focusIs(one, 'main [aria-haspopup="dialog"]');
      expect((await focused(one)).name).toBe('Cancel the stream');
      await keyboard.press('Shift+Tab');
      expect((await focused(one)).name).toMatch(/^Claim 0\./);
      await keyboard.press('Enter');
      await page
        .getByText('Paid to the recipient', { exact: true })
        .or(page.getByText('Claimed', { exact: true }).nth(1))
        .waitFor();
      await page.getByText('Done.').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('opens a menu whose code has yet to come, and gives the focus back', async () => {
      const one = await fixture().page();
      const { page } = one;
      const letMenuThrough = await heldBack(one, /\/assets\/wallet-menu-[^/]+\.js$/);
      await one.open('/new');
      await page.getByRole('heading', { name: 'What do you want to create?' }).waitFor();
      await tabTo(one, 'Connect wallet');
      await page.keyboard.press('Enter');
      letMenuThrough();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIs(one, 'header button');
      expect((await focused(one)).name).toBe('Connect wallet');
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
