import { text as readText } from 'node:stream/consumers';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { groupsOf } from '../../src/format/identifiers.js';
import { connect, fillStream, idOf, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { isTooWide as isPageTooWide, look, photograph, resize } from '../support/look.js';

const recipient = createWallet({ privateKey: 'console payee of a reader' });
const DAY = 86_400;
const thief = createWallet({ privateKey: 'console thief' });

/** The answer to a creation, as far as it is used. */
interface Created {
  readonly stream: { readonly id: string; readonly sender: string };
}

/** Of an element; tests are compiled without DOM types. */
interface Widths {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Reads an amount of a line as the page writes it. */
const toSatoshis = (text: string): number =>
  Math.round(Number(text.replaceAll(',', '').replace('\u2212', '-')) * 100_000_000);

/** Tests what the page shows before the wallet opens, and what it refuses. */
export const reviewScenarios = (fixture: () => Fixture): void => {
  describe('the review before a signature', () => {
    it('says on a phone what the bytes do, is declined, refuses what was not asked for, and lets the wallet sign', async () => {
      const { weir } = fixture();
      const one = await fixture().page({ width: 390, readsReviews: true });
      const { page } = one;
      await one.open('/');
      await connect(one);
      await fillStream(one, recipient.address, '1');
      const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
      const button = page.getByRole('button', { name: 'Create and fund' });
      const stored = page.waitForResponse('**/api/streams/create');
      await button.click();
      await review.getByText(new RegExp(`^Locks 1 BCH for ${recipient.address} until .* \\S+\\.$`)).waitFor();
      for (const label of ['Sender', 'Recipient', 'Ends on', 'Can be undone', 'Refundable reserve', 'Network fee'])
        await review.getByText(label, { exact: true }).waitFor();
      await review.getByText('your wallet', { exact: true }).waitFor();
      await review.getByText(groupsOf(recipient.address), { exact: true }).waitFor();
      // What only serves a check on the chain is folded.
      const ledger = review.getByRole('table', { name: 'Your coins in this transaction' });
      expect(await ledger.isVisible()).toBe(false);
      await review.getByText('Technical details').click();
      await review.getByText('Leaves your wallet', { exact: true }).waitFor();
      // The line of the ledger: what goes in, what comes back, and the difference, which is what leaves.
      const line = review.getByRole('row').filter({ hasText: 'BCH' });
      const [before, after, difference] = (await line.getByRole('cell').allTextContents()).map(toSatoshis);
      expect((after ?? 0) - (before ?? 0)).toBe(difference);
      expect(difference).toBeLessThan(-100_000_000);
      expect(await one.violations()).toEqual([]);
      const isTooWide = (popup: Widths): boolean => popup.scrollWidth > popup.clientWidth;
      expect(await review.evaluate(isTooWide)).toBe(false);
      await photograph(page, 'review');
      for (const direction of ['rtl', 'ltr'])
        for (const width of [390, 1_440]) {
          await page.evaluate(`document.documentElement.dir = '${direction}'`);
          await resize(page, width);
          // What turns and what is resized is drawn in its own time.
          await eventually(async () =>
            expect([direction, width, await isPageTooWide(page)]).toEqual([direction, width, false]),
          );
          await photograph(page, `review-${width}-${direction}`);
        }
      await resize(page, 390);
      await review.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The wallet was not asked').waitFor();

      // A service that would have another stream funded, of the same wallet.
      const { stream } = (await (await stored).json()) as Created;
      const other = await weir.streams.create({
        sender: stream.sender,
        recipient: thief.address,
        totalAmount: 5,
        streamType: 'LINEAR',
      });
      await page.route('**/funding-info*', async (route) => {
        const url = route.request().url().replace(stream.id, other.id);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      await button.click();
      await page.getByText('This does not match your request').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain(thief.address);
      expect(await one.violations()).toEqual([]);
      await page.unrouteAll({ behavior: 'wait' });

      await button.click();
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await page.waitForURL(`**/streams/${stream.id}`);
      await page.getByText('Active', { exact: true }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('names contacts, with their addresses; afterwards a receipt says the same, printed and saved', async () => {
      const one = await fixture().page({ width: 1_280, readsReviews: true });
      const { page } = one;
      await one.open('/contacts');
      await page.getByLabel('Name').fill('Ada Lovelace');
      await page.getByLabel('Address').fill(recipient.address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await connect(one);
      await fillStream(one, recipient.address, '1');
      const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
      await page.getByRole('button', { name: 'Create and fund' }).click();
      await review.getByText(/^Locks 1 BCH for Ada Lovelace until /).waitFor();
      await review.getByText('Ada Lovelace', { exact: true }).waitFor();
      await review.getByText(groupsOf(recipient.address), { exact: true }).waitFor();
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await page.getByText('Active', { exact: true }).waitFor();

      await fixture().stack.control.passTime(90 * DAY);
      await page.reload();
      await page.getByRole('button', { name: /^Pay 0\.\d+ BCH to the recipient/ }).click();
      // Nobody signs what the contract pays for.
      const receipt = page.getByRole('status').filter({ hasText: 'Done.' });
      await receipt.getByText(/^Pays 0\.24\d+ BCH to Ada Lovelace\.$/).waitFor();
      await page.getByText('Paid to the recipient', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Cancel the stream' }).click();
      await page.getByRole('button', { name: 'Cancel it' }).click();
      const sentence = review.getByText(/^Cancels /);
      const said = (await sentence.textContent()) ?? '';
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await receipt.getByText(said).waitFor();
      expect(await look(one, 'receipt')).toEqual([]);
      const [step] = (await fixture().weir.streams.at(idOf(one)).get()).events.slice(-1);
      const hash = step?.tx_hash ?? '';

      await page.evaluate('window.print = () => undefined');
      await receipt.getByRole('button', { name: 'Print the receipt' }).click();
      // What is rendered for paper is what is printed.
      await page.emulateMedia({ media: 'print' });
      const printed = await page.evaluate<string>('document.body.innerText');
      await photograph(page, 'receipt-printed');
      for (const text of ['Receipt', said, hash, 'Network fee', groupsOf(recipient.address)])
        expect(printed).toContain(text);
      expect(printed).not.toContain('Contacts');
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
      await page.emulateMedia({ media: null });
      await page.getByRole('link', { name: 'Contacts' }).first().waitFor();

      const download = page.waitForEvent('download');
      await receipt.getByRole('button', { name: 'Save the receipt' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(`weir-receipt-${hash.slice(0, 8)}.txt`);
      const text = await readText(await saved.createReadStream());
      for (const part of [said, hash, `/streams/${idOf(one)}`]) expect(text).toContain(part);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('says an amount of a token by its name, and which token that is', async () => {
      const { weir, stack } = fixture();
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.open('/');
      await connect(one);
      const { category } = await weir.dev.tokens(
        { amount: 1_000_000n, name: 'Review gold', symbol: 'RGOLD', decimals: 2 },
        await ownAddress(one),
      );
      await stack.control.mine();
      await one.open('/streams/new');
      await page.getByLabel('Recipient').fill(recipient.address);
      await page.getByLabel('Asset').selectOption('FUNGIBLE_TOKEN');
      await page.getByLabel('Token category').fill(category);
      await page.getByLabel('Amount').fill('12.5');
      await page.getByText('You pay, about').waitFor();
      await page.getByRole('button', { name: 'Create and fund' }).click();
      const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
      await review.getByText(`Locks 12.5 RGOLD for ${recipient.address} until`).waitFor();
      await review.getByText('Technical details').click();
      for (const text of [category, 'Category of RGOLD', 'Base units of 1 RGOLD'])
        await review.getByText(text, { exact: true }).waitFor();
      await review.getByRole('button', { name: 'Cancel' }).click();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
