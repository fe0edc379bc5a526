import type { Locator } from 'playwright-core';
import { createWallet } from '@weir/wallet';
import {
  chooseList,
  claimHere,
  connect,
  CONNECTED,
  createClaimer,
  fillStream,
  ownAddress,
} from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { heldBack } from '../support/held-back.js';
import { look, photograph, resize } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { createSigner, openVault } from './vaults.js';

const recipient = createWallet({ privateKey: 'console payee of trust' });
const team = ['Ada', 'Bea', 'Cem', 'Dot', 'Eli'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name} of trust` }).address,
}));
const API = '**/api/**';

/** Of an element; tests are compiled without DOM types. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns whether an element lies within the screen, and within another element. */
const isWithin = async ({ page }: ConsolePage, inner: Locator, outer: Locator): Promise<boolean> => {
  const [one, other] = [await inner.boundingBox(), await outer.boundingBox()];
  const height = page.viewportSize()?.height ?? 0;
  const holds = (within: Place, part: Place): boolean =>
    part.y >= within.y - 1 && part.y + part.height <= within.y + within.height + 1;
  if (one === null || other === null) return false;
  return holds(other, one) && holds({ x: 0, y: 0, width: 0, height }, one);
};

/** Counts the sign-ins that a page begins from now on. */
const signInsOf = ({ page }: ConsolePage): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/nonce')) count += 1;
  });
  return () => count;
};

/** Tests what people have to trust before they pay: what is shown, when it is known, and when a wallet opens. */
export const trustScenarios = (fixture: () => Fixture): void => {
  it('opens a review of five recipients at its beginning, with its sentence and total in view while the rest scrolls', async () => {
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await one.open('/plans/new');
    await connect(one);
    await page.getByRole('radio', { name: 'Salaries, which recur' }).check();
    for (const [index, { address, name }] of team.entries()) {
      await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).fill(address);
      await page.getByLabel(`Per payday ${index + 1}`).fill('0.01');
      await page.getByLabel(`Name ${index + 1}`).fill(name);
    }
    const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
    for (const width of [390, 1_440]) {
      await resize(page, width);
      await page
        .getByRole('button', { name: 'Sign in with your wallet' })
        .or(page.getByText('You pay, about'))
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Create and fund' }).click();
      const title = review.getByRole('heading', { name: 'Check before you sign' });
      await title.waitFor();
      const parts = [
        title,
        review.getByRole('paragraph').first(),
        review.getByText('Leaves your wallet', { exact: true }).last(),
        review.getByRole('button', { name: 'Continue to the wallet' }),
      ];
      const details = review.getByRole('group', { name: 'Details' });
      const inView = (): Promise<boolean[]> => Promise.all(parts.map((part) => isWithin(one, part, review)));
      expect([width, await inView()]).toEqual([width, [true, true, true, true]]);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Check before you sign');
      expect(await details.evaluate((element: { readonly scrollTop: number }) => element.scrollTop)).toBe(0);
      await photograph(page, `trust-review-${width}`);
      await details.getByRole('term').last().scrollIntoViewIfNeeded();
      expect([width, await inView()]).toEqual([width, [true, true, true, true]]);
      expect(await one.violations(['light', 'dark'], '[role="alertdialog"]')).toEqual([]);
      await review.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByText('The wallet was not asked').waitFor();
    }
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('discards a draft whose funding was declined, after a question', async () => {
    const one = await fixture().page({ readsReviews: true, width: 390 });
    const { page } = one;
    await one.open('/streams/new');
    await connect(one);
    await page.getByLabel('Recipient').fill(recipient.address);
    await page.getByLabel('Amount').fill('0.5');
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click();
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
    await review.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('The wallet was not asked').waitFor();

    await one.open('/home');
    const draft = page.getByRole('listitem').filter({ hasText: 'Fund: ' });
    // Behind the question it cannot be read.
    const path = (await draft.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
    await draft.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await draft.getByRole('button', { name: 'Discard' }).click();
    expect(await one.violations(['light', 'dark'], '[role="alertdialog"]')).toEqual([]);
    await photograph(page, 'trust-discard-390');
    await question.getByRole('button', { name: 'Discard it' }).click();
    await draft.waitFor({ state: 'detached' });

    await one.open(path);
    await page.getByText('This draft was discarded, or nobody funded it in time.').waitFor();
    expect(await page.getByRole('button', { name: 'Fund it' }).count()).toBe(0);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('names the fault after eight seconds, offers to try again, and restores the wallet without the service', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    const release = await heldBack(one, API);
    await one.load('/home');
    await page.getByRole('button', { name: CONNECTED }).waitFor();
    const fault = page.getByText('The service does not answer. Check your connection.').first();
    await fault.waitFor();
    expect(await look(one, 'trust-late')).toEqual([]);
    // Another look begins; the page goes on by itself once the service answers.
    await page.getByRole('button', { name: 'Try again' }).first().click();
    release();
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await fault.waitFor({ state: 'detached' });

    // The chain server is away: the service says so, and what a wallet holds does not come.
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), chain: null } });
    });
    const again = await heldBack(one, '**/api/transactions/balance*');
    await one.load('/streams/new');
    // The fault is named above every page, since amounts that grow with time are then of the clock.
    await page.getByText('The chain cannot be reached at the moment.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'No answer. Try again' }).waitFor();
    again();
    await one.close();
  });

  it('shows no amount of a token before its decimals are known', async () => {
    const { weir, stack } = fixture();
    const one = await fixture().page({ width: 1_440 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    const own = await ownAddress(one);
    const { category } = await weir.dev.tokens(
      { amount: 7_502_115n, name: 'Trust gold', symbol: 'TGOLD', decimals: 2 },
      own,
    );
    await stack.control.mine();
    const release = await heldBack(one, `**/api/tokens/${category}*`);
    await one.load('/streams/new');
    await page.getByLabel('Asset').selectOption('FUNGIBLE_TOKEN');
    await page.getByLabel('Token category').fill(category);
    await page.getByLabel('Recipient').fill(recipient.address);
    await page.getByLabel('Amount').fill('75');
    await page.getByText('Looking up its name…').first().waitFor();
    // No preview, and so no amount of it, is asked for in a unit that is not known.
    await page.getByText('Its schedule and costs appear here when the terms are complete.').waitFor();
    expect(await page.getByText(/7[.,]502[.,]115/).count()).toBe(0);
    release();
    await page.getByText('Trust gold (TGOLD), with 2 decimals').first().waitFor();
    await one.close();
  });

  it('opens no wallet while somebody reads and types, one at a press, and none after a reload', async () => {
    const one = await fixture().page({ readsReviews: true, width: 1_440 });
    const { page } = one;
    const count = signInsOf(one);
    await one.open('/');
    await connect(one);
    for (const path of ['/home', '/incoming', '/plans', '/vaults', '/vaults', '/settings']) {
      await one.load(path);
      await one.settled();
    }
    await one.load('/vaults');
    await page.getByRole('button', { name: 'Sign in with your wallet' }).waitFor();
    expect(await look(one, 'trust-sign-in')).toEqual([]);
    await one.open('/streams/new');
    await page.getByLabel('Recipient').fill(recipient.address);
    await page.getByLabel('Amount').fill('1');
    await page
      .getByRole('button', { name: 'Sign in with your wallet' })
      .or(page.getByText('You pay, about'))
      .first()
      .waitFor();
    expect(count()).toBe(0);
    await one.load('/vaults');
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click();
    await page.getByRole('button', { name: 'Sign in with your wallet' }).waitFor({ state: 'detached' });
    expect(count()).toBe(1);
    await page.reload();
    await one.settled();
    await one.load('/home');
    await page.getByText('Nothing at the moment.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with your wallet' }).count()).toBe(0);
    expect(count()).toBe(1);
    await one.close();
  });

  it('says what a created stream has cost and what comes next, and after a claim what was claimed', async () => {
    const { stack } = fixture();
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    await fillStream(one, recipient.address, '1');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    const success = page
      .getByRole('status')
      .filter({ has: page.getByRole('heading', { name: 'It is created and funded' }) });
    await success.getByText(/^Locks 1 BCH for /).waitFor();
    await success.getByText('Leaves your wallet', { exact: true }).waitFor();
    await success.getByText('Send this link to the recipient').waitFor();
    await success.getByRole('button', { name: 'Save the receipt' }).waitFor();
    // An amount on a wave, for 600 ms; without either for those who want no motion.
    const waveOf = (property: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('[class*="success"] svg')).${property}`);
    expect(await waveOf('animationName')).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await waveOf('animationDuration')).toBe('0.6s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await look(one, 'trust-created')).toEqual([]);
    await page.reload();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await success.count()).toBe(0);

    const claimer = await createClaimer(fixture(), { width: 390 });
    await one.open('/airdrops/new');
    await page.getByLabel('Title').fill('Trusted supporters');
    await chooseList(one, 'list.csv', `address,amount\n${claimer.address},0.04\n${await ownAddress(one)},0.02\n`);
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';
    await claimer.open(new URL(link).pathname);
    await claimHere(claimer);
    await claimer.page.getByText('It is yours').waitFor();
    await stack.control.mine();
    await claimer.page.reload();
    await claimer.page.getByText('You have claimed').waitFor();
    await claimer.page.getByText('0.04 BCH').first().waitFor();
    expect(await look(claimer, 'trust-claimed')).toEqual([]);
    // A visitor of the link with a wallet of their own sees what to do.
    const stranger = await createClaimer(fixture(), { width: 390 });
    await stranger.open(new URL(link).pathname);
    // The list is private: the page knows whether they are on it once they have signed in.
    await claimHere(stranger);
    await stranger.page.getByRole('heading', { name: 'Is your wallet new?' }).waitFor();
    const mail = await stranger.page.getByRole('link', { name: 'Send it by e-mail' }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toContain(`“Trusted supporters” to this address: ${stranger.address}`);
    expect(await look(stranger, 'trust-stranger')).toEqual([]);
    await stranger.close();
    // The last claim ends it. Who has claimed still reads what they got.
    await one.open(new URL(link).pathname);
    await claimHere(one);
    await one.page.getByText('It is yours').waitFor();
    await stack.control.mine();
    await claimer.page.reload();
    await claimer.page.getByText('It is over. No more claims are possible.').waitFor();
    await claimer.page.getByText('You have claimed').waitFor();
    await claimer.page.getByText('0.04 BCH').first().waitFor();
    for (const each of [one, claimer]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });

  it('shows what the paying treasury holds, and refuses what it cannot pay before anything is stored', async () => {
    const ann = await createSigner(fixture());
    const bob = await createSigner(fixture());
    const carol = await createSigner(fixture());
    const id = await openVault(ann, [bob, carol], 'Trusted treasury');
    const { page } = ann;
    await page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await fixture().stack.control.mine();
    let creations = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/streams/create')) creations += 1;
    });
    await ann.open(`/streams/new?vault=${id}`);
    await page.getByText('The treasury holds 3.00 BCH').waitFor();
    await page.getByLabel('Recipient').fill(recipient.address);
    await page.getByLabel('Amount').fill('5');
    await page.getByText('The treasury pays, about').waitFor();
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByText('Not enough in the treasury').waitFor();
    expect(creations).toBe(0);
    expect(await look(ann, 'trust-treasury')).toEqual([]);
    await page.getByLabel('Amount').fill('1');
    await page.getByText('The treasury pays, about').waitFor();
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.waitForURL(/streams\/[0-9a-f-]{36}$/);
    for (const one of [ann, bob, carol]) await one.close();
  });
};
