import type { Locator } from 'playwright-core';
import type { Fixture } from './fixture.js';
import type { ConsolePage, PageOptions } from './page.js';

/** The button of the wallet menu, which names a connected wallet by its shortened address. */
export const CONNECTED = /^q\w+…\w+$/;

/** Chooses a wallet in the open menu, up to its consent. */
export type ChooseWallet = (one: ConsolePage) => Promise<void>;

export const chooseLocalWallet: ChooseWallet = ({ page }) =>
  page.getByRole('button', { name: 'Make a wallet in this page' }).click();

/** Opens the wallet menu and connects the wallet that the page's fixture has, by default one in the page. */
const connectInMenu = async (one: ConsolePage): Promise<void> => {
  const { page, choose = chooseLocalWallet } = one;
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await choose(one);
  // The dialog closes by itself.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: CONNECTED }).waitFor();
};

/** Connects a wallet, and funds it from the faucet. */
export const connect = async (one: ConsolePage): Promise<void> => {
  const { page } = one;
  await connectInMenu(one);
  await page.getByRole('button', { name: 'Test chain' }).click();
  await page.getByRole('button', { name: 'Get 10 BCH' }).click();
  await page.getByText('10 BCH are in the wallet.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
};

/** Returns the id of the record whose page is open. */
export const idOf = ({ page }: Pick<ConsolePage, 'page'>): string =>
  new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Returns the first address of the connected wallet. */
export const ownAddress = async ({ page }: ConsolePage): Promise<string> => {
  await page.getByRole('button', { name: CONNECTED }).click();
  const own = await page
    .getByRole('dialog')
    .getByTitle(/^bchtest:/)
    .getAttribute('title');
  await page.getByRole('button', { name: 'Close' }).click();
  return own ?? '';
};

/**
 * Proves who the connected wallet's owner is, unless the page knows it already.
 *
 * @param offer the button that asks for it @param then the label or button that the proof leads to
 */
export const prove = async ({ page }: ConsolePage, offer: string, then: Locator): Promise<void> => {
  // It may go away while it is pressed: the page reads again once the wallet is connected.
  const pressed = page.getByRole('button', { name: offer }).first().click();
  await Promise.race([then.waitFor(), pressed.then(() => then.waitFor())]);
};

/** Opens a page with a wallet of its own, without coins. */
export const createClaimer = async (
  fixture: Fixture,
  options?: PageOptions,
): Promise<ConsolePage & { readonly address: string }> => {
  const one = await fixture.page(options);
  await one.open('/');
  await connectInMenu(one);
  return { ...one, address: await ownAddress(one) };
};

/** Claims on the open page of a claim link: of a private list by the press that also signs in. */
export const claimHere = ({ page }: ConsolePage): Promise<void> =>
  page.getByRole('button', { name: /^(?:Sign in and claim|Claim)$/ }).click();

/** Opens the filters of the list on show, which narrow windows fold behind a button. */
export const openFilters = async ({ page }: Pick<ConsolePage, 'page'>): Promise<void> => {
  const bar = page.getByRole('search', { name: 'Filters' });
  await bar.waitFor();
  const closed = bar.getByRole('button', { name: /^Filters/, expanded: false });
  if (await closed.isVisible()) await closed.click();
};

/** Chooses an airdrop's list of recipients in the open form. */
export const chooseList = async ({ page }: ConsolePage, name: string, text: string): Promise<void> => {
  await page.getByLabel(/^Choose (?:a CSV|another) file/).setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
};

/** Presses a button that proposes, and waits for the proposal's page. */
export const propose = async ({ page }: ConsolePage, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
};

/** Presses the button that creates and funds what a form says, and waits for the page of the record. */
export const createAndFund = async ({ page }: Pick<ConsolePage, 'page'>, product: string): Promise<void> => {
  await page.getByRole('button', { name: 'Create and fund' }).click();
  await page.waitForURL(new RegExp(`${product}/[0-9a-f-]{36}$`));
};

/** Fills the form of a stream. */
export const fillStream = async ({ page, open }: ConsolePage, to: string, amount: string): Promise<void> => {
  await open('/streams/new');
  await page.getByLabel('Recipient').fill(to);
  await page.getByLabel('Amount').fill(amount);
  await page.getByText('You pay, about').waitFor();
};

/** Fills the form, creates a stream of an amount and funds it; its page is open then. @returns its id */
export const createStream = async (one: ConsolePage, to: string, amount: string): Promise<string> => {
  const { page } = one;
  await fillStream(one, to, amount);
  await createAndFund(one, 'streams');
  await page.getByText('Active', { exact: true }).waitFor();
  return idOf({ page });
};

/** Cancels the stream whose page is open. */
export const cancelStream = async ({ page }: ConsolePage): Promise<void> => {
  await page.getByRole('button', { name: 'Cancel the stream' }).click();
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page
    .getByText(/^It was cancelled/)
    .first()
    .waitFor();
};

/** Funds the record whose page is open. */
export const fund = async ({ page }: ConsolePage): Promise<void> => {
  await page.getByRole('button', { name: 'Fund it' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
};

/** Signs the proposal whose page is open. */
export const sign = async ({ page }: Pick<ConsolePage, 'page'>): Promise<void> => {
  await page.getByRole('button', { name: 'Sign it' }).click();
  await page.getByText('Done.').waitFor();
};

/** Has two signers sign the proposal whose page the first has open, which also sends it. */
export const carryOut = async (first: ConsolePage, second: ConsolePage): Promise<void> => {
  await sign(first);
  await second.open(`/proposals/${idOf(first)}`);
  await sign(second);
  await second.page.getByText('Executed: its transaction').waitFor();
};
