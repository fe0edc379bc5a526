import { text as readText } from 'node:stream/consumers';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { LANGUAGES } from '../../src/language/languages.js';
import { CONNECTED, connect, openFilters, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { isTooWide, look, photograph } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';
import { brokenOn, cutOffOn, misplacedSignsOn } from '../support/words.js';

const DAY = 86_400;
const sender = createWallet({ privateKey: 'console home sender' });
const LONG =
  'Grant for the translation of everything into Donaudampfschifffahrtsgesellschaftsdeutsch, ελληνικά и русский';

/** Unfunded records, more than are on show before the others are asked for. */
const DRAFTS = 9;
const AT_FIRST = 8;

/** Keys of who pays a list, and of who all of its members are. */
const [PAYER, PAYEE] = ['47'.repeat(32), '48'.repeat(32)] as const;
/** Of a signer of a treasury. */
const SIGNER = '50'.repeat(32);
/** Payments, more than are on the first page of them. */
const PAYMENTS = 26;
const PAGE = 25;

/** Returns what of a page does not fit a phone. */
const unfitOn = async ({ page }: ConsolePage): Promise<readonly string[]> => [
  ...(await cutOffOn(page)),
  ...(await brokenOn(page)),
  ...(await misplacedSignsOn(page)),
  ...((await isTooWide(page)) ? ['wider than its screen'] : []),
];

/** Tests that rows, bar and navigation fit a phone, with any words. */
const onPhones = (fixture: () => Fixture): void => {
  it('fits a phone in each language: whole numbers of records, and one line for each place and button', async () => {
    const { weir, stack } = fixture();
    const key = '46'.repeat(32);
    const own = createWallet({ privateKey: Buffer.from(key, 'hex') });
    await stack.control.fund(sender.address, 100_000_000n);
    await stack.control.mine();
    const { medianTimePast } = await weir.dev.chain();
    const terms = { recipient: own.address, totalAmount: 0.01234567 };
    const lock = await weir.locks.create({ ...terms, unlockTime: medianTimePast + 365 * DAY }, sender);
    await lock.fund(sender);
    await (await weir.streams.create({ ...terms, streamType: 'LINEAR', description: LONG }, sender)).fund(sender);
    await weir.streams.create({ ...terms, sender: own.address, recipient: sender.address, streamType: 'LINEAR' });
    const faults: string[] = [];
    for (const language of Object.keys(LANGUAGES)) {
      const one = await fixture().page({ width: 360, language });
      const { page } = one;
      await page
        .context()
        .addInitScript(
          `localStorage.setItem('weir:local-key', '${key}'); localStorage.setItem('weir:session', '{"connector":"local"}')`,
        );
      for (const path of ['/incoming', '/outgoing', '/home']) {
        await one.load(path);
        await page.getByRole('button', { name: CONNECTED }).waitFor();
        await one.settled();
        await page
          .getByText(/^#WEIR-BCH-/)
          .first()
          .waitFor();
        faults.push(...(await unfitOn(one)).map((fault) => `${language} ${path}: ${fault}`));
        await photograph(page, `phone${path.replace('/', '-')}-${language}`);
      }
      expect(one.complaints).toEqual([]);
      await one.close();
    }
    expect(faults).toEqual([]);
  });
};

/** Tests the pages of one's own money. */
export const homeScenarios = (fixture: () => Fixture): void => {
  describe('one’s own money', () => {
    onPhones(fixture);

    it('is marked in the menu of whose money is on show', async () => {
      const { weir, stack } = fixture();
      const signers = [SIGNER, PAYER, PAYEE].map(walletOfKey);
      const [own] = signers;
      if (own === undefined) throw new Error('There are three signers');
      await stack.control.fund(own.address, 100_000_000n);
      await stack.control.mine();
      await weir.vaults.create(
        {
          name: 'Treasury on show',
          totalDeposit: 0.5,
          signers: signers.map(({ address }) => address),
          signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
        },
        own,
      );
      const one = await fixture().page();
      const { page } = one;
      await storeWallet(page.context(), SIGNER);
      await one.load('/home');
      const menu = page.locator('#scopes');
      const marked = menu.locator('[aria-current="true"]');
      await page.locator('[popovertarget="scopes"]').click();
      await menu.getByRole('button', { name: 'Treasury on show' }).waitFor();
      expect(await marked.allInnerTexts()).toEqual(['My wallet']);
      await menu.getByRole('button', { name: 'Treasury on show' }).click();
      await page.getByRole('heading', { name: 'Treasury on show' }).waitFor();
      await page.locator('[popovertarget="scopes"]').click();
      await marked.getByText('Treasury on show').waitFor();
      expect(await marked.count()).toBe(1);
      expect(await look(one, 'whose-money')).toEqual([]);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('lists payments the newest first, page by page: each to its payee, those of a list on a day as one to its payer', async () => {
      const { weir, stack } = fixture();
      const payer = createWallet({ privateKey: Buffer.from(PAYER, 'hex') });
      const payee = createWallet({ privateKey: Buffer.from(PAYEE, 'hex') });
      await stack.control.fund(payer.address, 1_000_000_000n);
      await stack.control.mine();
      const start = (await weir.dev.chain()).medianTimePast;
      const streams = Array.from({ length: PAYMENTS }, () => ({ recipient: payee.address, amount: 1_000_000n }));
      const plan = await weir.plans.create({ product: 'vesting', start, end: start + 10 * DAY, streams }, payer);
      await plan.fund(payer);
      await stack.control.passTime(5 * DAY);
      for await (const { id } of plan.streams(payer)) await weir.streams.at(id).push();
      for (const [key, first, all] of [
        [PAYEE, PAGE, PAYMENTS],
        [PAYER, 2, 2],
      ] as const) {
        const one = await fixture().page();
        const { page } = one;
        await page
          .context()
          .addInitScript(
            `localStorage.setItem('weir:local-key', '${key}'); localStorage.setItem('weir:session', '{"connector":"local"}')`,
          );
        await one.open('/activity');
        const rows = page.getByRole('main').getByRole('listitem');
        await rows.first().waitFor();
        expect(await rows.count()).toBe(first);
        await page.getByText(`${all} in all`, { exact: true }).waitFor();
        if (first < all) {
          await page.getByText(`1 to ${PAGE} of ${all}`).waitFor();
          await page.getByRole('button', { name: 'Later rows' }).click();
          await page.getByText(`${PAGE + 1} to ${all} of ${all}`).waitFor();
          expect(await rows.count()).toBe(all - first);
        } else await page.getByText(`${PAYMENTS} payments`).nth(1).waitFor();
        expect(await look(one, `activity-${all}`)).toEqual([]);
        // Narrowed by what happened, which way, and when; the file has what is on show.
        await openFilters(one);
        await page.getByLabel('What happened').selectOption('push');
        await page.getByLabel('Direction').selectOption(key === PAYEE ? 'in' : 'out');
        const left = key === PAYEE ? all : 0;
        await page.getByText(`${left} of ${all}`).waitFor();
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const lines = (await readText(await (await saved).createReadStream())).trim().split('\r\n');
        expect([lines.length, lines.filter((line) => line.includes(',Paid,in,')).length]).toEqual([left + 1, left]);
        await page.getByLabel('From day').fill('2099-01-01');
        await page.getByText('Nothing matches these filters.').waitFor();
        await page.reload();
        await page.getByText(`0 of ${all}`).waitFor();
        expect(await page.getByLabel('Direction').inputValue()).toBe(key === PAYEE ? 'in' : 'out');
        expect(await look(one, `activity-narrowed-${all}`)).toEqual([]);
        await one.close();
      }
    });

    it('is added up on the first page, and listed by what comes in, goes out, and happened', async () => {
      const { weir, stack } = fixture();
      await stack.control.fund(sender.address, 2_000_000_000n);
      await stack.control.mine();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/home');
      await page.getByText('No public record waits for you.').waitFor();
      await page.getByText('No upcoming dates.').waitFor();
      // No source of prices is named here.
      expect(await page.getByText(/^about /).count()).toBe(0);
      expect(await look(one, 'home-empty')).toEqual([]);

      const terms = { recipient: own, streamType: 'LINEAR' } as const;
      const stream = await weir.streams.create({ ...terms, totalAmount: 3.65, description: LONG }, sender);
      await stream.fund(sender);
      const salary = await weir.payments.create(
        { recipient: own, amountPerPeriod: 0.5, interval: 'MONTHLY', recipientName: 'Salary of Ada' },
        sender,
      );
      await salary.fund(sender);
      const lock = await weir.locks.create({ recipient: own, totalAmount: 2, description: 'Founders' }, sender);
      await lock.fund(sender);
      const draft = await weir.streams.create({
        sender: own,
        recipient: sender.address,
        streamType: 'LINEAR',
        totalAmount: 1,
        description: 'Rent',
      });
      // The chain begins 60 days ago, records begin today.
      await stack.control.passTime(75 * DAY);
      await one.load('/home');
      await page.getByText('Fund: Rent').waitFor();
      await page.getByText(`Claim: ${LONG}`).waitFor();
      expect(await look(one, 'home-full')).toEqual([]);
      await page.getByText('Next 30 days', { exact: true }).waitFor();
      // Nothing is locked by somebody who has only received.
      const figures = page.locator('dl[aria-label="Figures"]');
      expect(await figures.getByText('Locked by you').count()).toBe(0);
      const needs = page.getByRole('region', { name: 'Needs you' });
      for (let count = 0; count < DRAFTS; count += 1)
        await weir.streams.create({ sender: own, recipient: sender.address, streamType: 'LINEAR', totalAmount: 1 });
      await one.load('/home');
      const all = needs.getByRole('button', { name: /^Show all \d+$/ });
      await all.waitFor();
      expect(await needs.getByRole('listitem').count()).toBe(AT_FIRST);
      const count = Number((await all.textContent())?.replace(/\D/g, ''));
      expect(count).toBeGreaterThan(DRAFTS);
      await all.click();
      await all.waitFor({ state: 'detached' });
      expect(await needs.getByRole('listitem').count()).toBe(count);
      await page.getByRole('link', { name: LONG }).first().click();
      await page.waitForURL(new RegExp(stream.id));
      await page.getByRole('heading', { name: LONG }).waitFor();

      for (const [path, ready] of [
        ['/incoming', 'Salary of Ada'],
        ['/outgoing', 'Rent'],
        ['/airdrops', 'No airdrops yet'],
        ['/plans', 'No payroll or grants yet'],
        ['/activity', 'No payments yet'],
      ] as const) {
        await one.open(path);
        await page.getByText(ready).first().waitFor();
        expect(await look(one, `full${path.replace('/', '-')}`)).toEqual([]);
      }

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('outg');
      await page.keyboard.press('Enter');
      await page.waitForURL(/outgoing$/);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(draft.record.stream_id);
      await page.keyboard.press('Enter');
      await page.waitForURL(/search/);
      await page.getByRole('link', { name: draft.record.stream_id }).waitFor();

      await one.open('/home');
      await page.getByRole('button', { name: /^Claim (?:all )?\d/ }).click();
      await page.getByText(`Claim: ${LONG}`).waitFor({ state: 'detached' });
      await eventually(async () =>
        expect((await weir.payments.at(salary.id).get()).payment.claimable_amount_base).toBe(0n),
      );
      await eventually(async () => expect((await lock.get()).claims).toHaveLength(1));

      const inbox = page.getByRole('list', { name: 'Inbox' });
      await inbox.getByText('Paid to the recipient').nth(1).waitFor();
      await inbox.getByText('Funded', { exact: true }).first().waitFor();
      await inbox
        .getByText(/^Lock Founders$/)
        .first()
        .waitFor();
      expect(await look(one, 'inbox')).toEqual([]);

      // What one's own contracts hold for others comes first, beside the balance.
      const grant = await weir.streams.create({
        sender: own,
        recipient: sender.address,
        totalAmount: 0.75,
        streamType: 'LINEAR',
      });
      await one.open(`/streams/${grant.id}`);
      await page.getByRole('button', { name: 'Fund it' }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      await one.load('/home');
      const locked = figures.getByText('Locked by you').locator('xpath=following-sibling::dd');
      await locked.getByText('0.75 BCH').waitFor();
      expect(await look(one, 'home-locked')).toEqual([]);

      await one.open('/settings');
      await page.getByRole('button', { name: 'Make a new link' }).click();
      const link = (await page.getByRole('button', { name: /copy the calendar link/ }).getAttribute('title')) ?? '';
      expect(await (await fetch(link)).text()).toContain('Salary of Ada');
      await page.getByRole('button', { name: 'Remove the link' }).click();
      await page.getByText('The link no longer works.').waitFor();
      expect((await fetch(link)).status).toBe(404);

      await one.open(`/streams/${stream.id}`);
      await page.getByRole('link', { name: 'Save as contact' }).click();
      await page.getByLabel('Name').fill('The employer');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await one.open(`/streams/${stream.id}`);
      await page.getByText('The employer').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
