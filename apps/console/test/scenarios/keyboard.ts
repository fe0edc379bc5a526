import { setTimeout as sleep } from 'node:timers/promises';
import type { FileChooser } from 'playwright-core';
import { until } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { idOf } from '../support/by-clicking.js';
import { focused, focusIs, tabTo } from '../support/by-keyboard.js';
import type { Fixture } from '../support/fixture.js';
import { heldBack } from '../support/held-back.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;

/** Connects a new wallet in the page, from the button of this name. */
const connectByKeys = async (one: ConsolePage, button: string): Promise<void> => {
  const { page } = one;
  await page.getByRole('button', { name: button }).waitFor();
  await tabTo(one, button);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(one, 'Make a wallet in this page');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Presses a button, by default the focused one, and lets the wallet sign what the review shows. */
const signByKeys = async (one: ConsolePage, button?: string): Promise<void> => {
  if (button !== undefined) await tabTo(one, button);
  await one.page.keyboard.press('Enter');
  await focusIs(one, '[role="alertdialog"] *');
  await tabTo(one, 'Continue to the wallet');
  await one.page.keyboard.press('Enter');
};

/** Enough for a browser that has something else to do, and short enough for the reader of a failed test. */
const NEXT_PRESS_MS = 5_000;

/**
 * Opens the file chooser of a field by keys. A browser opens none where it comes to do so long after the key was
 * pressed, as on a busy machine: then the key is pressed again. The focus stays on the field meanwhile.
 */
const chooserByKeys = async (one: ConsolePage, field: RegExp): Promise<FileChooser> => {
  const chooser = one.page.waitForEvent('filechooser');
  await tabTo(one, field);
  return until('the file chooser', async () => {
    expect((await focused(one)).name).toMatch(field);
    await one.page.keyboard.press('Enter');
    return Promise.race([chooser, sleep(NEXT_PRESS_MS, undefined)]);
  });
};

/** Returns the wallet that a page made. */
const walletOf = async ({ page }: ConsolePage) =>
  createWallet({
    privateKey: Buffer.from(await page.evaluate<string>("localStorage.getItem('weir:local-key')"), 'hex'),
  });

/** Tests what people do without a mouse. */
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
      // The dialog closes by itself, and the focus returns to the button that opened it.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIs(one, 'header button');
      expect((await focused(one)).name).toMatch(/^q\w+…/);
      await keyboard.press('Enter');
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
      await tabTo(one, 'A little every second');
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

    it('claims by a link', async () => {
      const { weir, stack } = fixture();
      const creator = createWallet({ privateKey: 'console keyboard creator' });
      await stack.control.fund(creator.address, 300_000_000n);
      await stack.control.mine();
      const drop = await weir.airdrops.create({ title: 'For all', totalAmount: 1, amountPerClaim: 0.05 }, creator);
      await drop.fund(creator);
      await stack.control.mine();
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.load(`/claim/${drop.record.claim_token}`);
      await page.getByText('Up to').waitFor();
      await tabTo(one, 'New here? Get a wallet');
      await page.keyboard.press('Enter');
      await page.getByText('It costs nothing.').waitFor();
      await page.reload();
      await connectByKeys(one, 'Connect a wallet');
      await page.getByText('You can claim').waitFor();
      // The button that opened the menu is gone; the focus is near the next one.
      await focusIs(one, 'main *, main, header button');
      await tabTo(one, 'Claim');
      await page.keyboard.press('Enter');
      await focusIs(one, '[role="alertdialog"] *');
      await tabTo(one, 'Continue to the wallet');
      await page.keyboard.press('Enter');
      await page.getByText('It is yours').waitFor();
      await focusIs(one, 'main, main *');
      await tabTo(one, 'See your money');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/home$/);
      await focusIs(one, 'main');
      expect((await drop.get()).campaign.claimed_count).toBe(1);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('sponsors an airdrop from the first page, and claims from it without coins', async () => {
      const one = await fixture().page({ readsReviews: true, width: 1_280 });
      const { page } = one;
      const { keyboard } = page;
      await one.load('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await tabTo(one, /^Airdrop\s*One pool/);
      await keyboard.press('Enter');
      await page.getByLabel('Title').waitFor();
      await connectByKeys(one, 'Connect wallet');
      const { address } = await walletOf(one);
      await fixture().stack.control.fund(address, 300_000_000n);
      await fixture().stack.control.mine();
      await tabTo(one, 'Title');
      await keyboard.type('Coffee for everybody');
      await tabTo(one, 'The addresses of a list');
      await keyboard.press('ArrowDown');
      await tabTo(one, 'Pool');
      await keyboard.type('0.1');
      await tabTo(one, 'Each claim');
      await keyboard.type('0.01');
      // Sponsored: those who claim need no coins.
      await page.getByRole('radio', { name: /^I do/ }).waitFor();
      expect(await page.getByRole('radio', { name: /^I do/ }).isChecked()).toBe(true);
      await page.getByText('You pay, about').waitFor();
      await signByKeys(one, 'Create and fund');
      await page.waitForURL(/airdrops\/[0-9a-f-]{36}$/);
      await page.getByText('Active', { exact: true }).waitFor();
      await focusIs(one, 'main, main *');
      const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';

      const guest = await fixture().page({ readsReviews: true, width: 390 });
      await guest.load(new URL(link).pathname);
      await guest.page.getByText(/^The creator pays the network’s fee: you need no BCH/).waitFor();
      await connectByKeys(guest, 'Connect a wallet');
      await guest.page.getByText('You can claim').waitFor();
      await tabTo(guest, 'Claim');
      await signByKeys(guest);
      await guest.page.getByText('It is yours').waitFor();
      const { campaign } = await fixture().weir.airdrops.at(idOf(one)).get();
      expect(campaign).toMatchObject({ sponsor_fees: true, claimed_count: 1, claimed_amount_base: 1_000_000n });
      for (const each of [one, guest]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    });

    it('signs what waits in a treasury, and reads it before', async () => {
      const { weir, stack } = fixture();
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.load('/vaults');
      await connectByKeys(one, 'Connect wallet');
      const others = ['one', 'other'].map((name) => createWallet({ privateKey: `console keyboard ${name}` }));
      const signers = [...others, await walletOf(one)];
      const [creator] = signers;
      for (const { address } of signers) await stack.control.fund(address, 300_000_000n);
      await stack.control.mine();
      const vault = await weir.vaults.create(
        {
          name: 'By keyboard',
          totalDeposit: 1,
          signers: signers.map(({ address }) => address),
          signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
        },
        creator,
      );
      await vault.deposit(creator);
      const proposal = await vault.propose(
        { recipient: signers[1]?.address ?? '', amount: 0.25, reason: 'Chairs' },
        creator,
      );
      await proposal.approve(creator);

      await one.load('/vaults');
      await page.getByRole('link', { name: /^Chairs.*Sign$/ }).waitFor();
      await tabTo(one, /^Chairs.*Sign$/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Sign it' }).waitFor();
      await focusIs(one, 'main');
      await tabTo(one, 'Decline it');
      await page.keyboard.press('Enter');
      await page.getByText('If two signers decline, it ends').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect((await focused(one)).name).toBe('Decline it');
      await page.keyboard.press('Shift+Tab');
      expect((await focused(one)).name).toBe('Sign it');
      await page.keyboard.press('Enter');
      const review = page.getByRole('alertdialog');
      await review.getByText('0.25 BCH').first().waitFor();
      await focusIs(one, '[role="alertdialog"] *');
      await page.keyboard.press('Escape');
      await page.getByText('You declined it').waitFor();
      // The button was disabled while it ran.
      await focusIs(one, 'main, main *');
      await tabTo(one, 'Sign it');
      await page.keyboard.press('Enter');
      await review.getByText('0.25 BCH').first().waitFor();
      await tabTo(one, 'Continue to the wallet');
      await page.keyboard.press('Enter');
      await page.getByText('Executed: its transaction').waitFor();
      await focusIs(one, 'main, main *');
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('pays salaries, drops to a list and keeps contacts', async () => {
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      const { keyboard } = page;
      await one.load('/contacts');
      await connectByKeys(one, 'Connect wallet');
      const own = await walletOf(one);
      await fixture().stack.control.fund(own.address, 900_000_000n);
      await fixture().stack.control.mine();
      const [ada, bea] = ['Ada', 'Bea'].map((name) => createWallet({ privateKey: `console keyboard ${name}` }).address);
      for (const [name, address] of [
        ['Ada by keys', ada],
        ['Bea by keys', bea],
      ] as const) {
        await tabTo(one, 'Name');
        await keyboard.type(name);
        await tabTo(one, 'Address');
        await keyboard.type(address ?? '');
        await keyboard.press('Enter');
        await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
      }
      await tabTo(one, 'Remove Bea by keys');
      await keyboard.press('Enter');
      await page.getByText('Bea by keys').waitFor({ state: 'detached' });
      await focusIs(one, 'main, main *');

      await one.load('/plans/new');
      await page.getByLabel('A plan of').waitFor();
      await tabTo(one, 'Grants, which vest');
      await keyboard.press('ArrowDown');
      await page.getByLabel('Per payday 1').waitFor();
      for (const [label, text] of [
        ['Recipient 1', ada],
        ['Per payday 1', '0.01'],
        ['Name 1', 'Ada'],
        ['Recipient 2', bea],
        ['Per payday 2', '0.02'],
      ] as const) {
        await tabTo(one, label);
        await keyboard.type(text ?? '');
      }
      await page.getByText('You pay, about').waitFor();
      await signByKeys(one, 'Create and fund');
      await page.getByText('All salaries are funded').waitFor();
      await tabTo(one, 'Select Ada');
      await keyboard.press('Space');
      await tabTo(one, 'Pause 1');
      await signByKeys(one);
      await page.getByText('1 of 1 paused.').waitFor();

      await one.load('/airdrops/new');
      await page.getByLabel('Title').waitFor();
      await tabTo(one, 'Title');
      await keyboard.type('By keys');
      const buffer = Buffer.from(`address,amount\n${own.address},0.02\n`);
      const chooser = await chooserByKeys(one, /^Choose a CSV file/);
      await chooser.setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
      await page.getByText('1 recipient, 0.02 BCH together.').waitFor();
      await page.getByText('You pay, about').waitFor();
      await signByKeys(one, 'Create and fund');
      await page.getByText('Active', { exact: true }).waitFor();
      await tabTo(one, 'Close the airdrop');
      await keyboard.press('Enter');
      await focusIs(one, '[role="alertdialog"] *');
      await page.getByText('0.02 BCH return to you').waitFor();
      await keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect((await focused(one)).name).toBe('Close the airdrop');
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
