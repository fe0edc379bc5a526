import { chooseList, claimHere, connect, createAndFund, createClaimer, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { framesOf, watchFrames } from '../support/frames.js';
import { writeList } from '../support/list.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

/** Rows of the list that is checked; the bench checks a million, at most 50 ms a frame. */
const { WEIR_LIST_ROWS = '50000' } = process.env;
const ROWS = Number(WEIR_LIST_ROWS);
const IS_BENCH = ROWS >= 1_000_000;
const LONGEST_FRAME_MS = 50;

/** Drops a file on the drop zone for lists. */
const drop = async ({ page }: ConsolePage, name: string, text: string): Promise<void> => {
  const files = await page.evaluateHandle(
    `(() => {
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' }));
      return files;
    })()`,
  );
  await page.getByText('Drop the list of recipients here').dispatchEvent('drop', { dataTransfer: files });
};

/** Closes the campaign whose page is open, of which a part is unclaimed. */
const close = async ({ page }: ConsolePage, unclaimed: string): Promise<void> => {
  await page.getByRole('button', { name: 'Close the airdrop' }).click();
  await page.getByText(`${unclaimed} return to you`).waitFor();
  await page.getByRole('button', { name: 'Close it' }).click();
  await page.getByText('Its creator closed it').waitFor();
};

/**
 * Tests an airdrop from its list to its end.
 *
 * @param signsMessages whether the pages' wallets can; only those can close it
 */
export const airdropLife = (fixture: () => Fixture, { signsMessages }: { readonly signsMessages: boolean }): void => {
  describe('an airdrop, by clicking', () => {
    it('takes a corrected list, is funded, claimed from by its link, and closed', async () => {
      const claimer = await createClaimer(fixture());
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      await one.open('/airdrops/new');
      await page.getByLabel('Title').fill('Early supporters');
      await page.getByRole('button', { name: 'Create and fund' }).click();
      await page.getByText('Choose the list of recipients').waitFor();

      const own = await ownAddress(one);
      await drop(one, 'list.csv', `address,amount\n${own},0.02\nnobody,1\n${own},0.03\n${claimer.address},-4\n`);
      await page.getByText('3 lines are wrong.').waitFor();
      await page.getByText('nobody: This is not a cash address').waitFor();
      const lines = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
      expect((await lines.allTextContents()).map((text) => text.slice(0, 6))).toEqual(['Line 3', 'Line 4', 'Line 5']);
      expect(await look(one, 'new-airdrop-wrong')).toEqual([]);

      const rows = [`Ada;${own};0,03;0,02`, `Bea;${claimer.address};0,05;0,04`];
      await chooseList(one, 'corrected.csv', ['Name;Wallet;Gross pay;Net pay', ...rows].join('\r\n'));
      await page.getByText('Several columns may be the amounts: “Gross pay”, “Net pay”. Choose one').waitFor();
      expect(await look(one, 'new-airdrop-columns')).toEqual([]);
      await page.getByLabel('Net pay').selectOption('amount');
      await page.getByRole('button', { name: 'Use these columns' }).click();
      await page.getByText('2 recipients, 0.06 BCH together.').waitFor();
      await page.getByText('Amount: “Net pay”').waitFor();
      await page.getByText(/^I do: up to 0\.\d+ BCH for 2 claims$/).waitFor();
      await page.getByText('You pay, about').waitFor();
      expect(await look(one, 'new-airdrop')).toEqual([]);
      // Said before anything is locked in it.
      expect(await page.getByText('To close it, your wallet has to sign a message').count()).toBe(
        signsMessages ? 0 : 1,
      );
      await createAndFund(one, 'airdrops');
      await page.getByText('Active', { exact: true }).waitFor();

      const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';
      await claimer.open(new URL(link).pathname);
      await claimHere(claimer);
      await claimer.page.getByText('It is yours').waitFor();
      // The creator's open page is updated by events.
      await page.getByText('Claimed', { exact: true }).nth(1).waitFor();

      if (signsMessages) await close(one, '0.02 BCH');
      else await page.getByText('To close it, your wallet has to sign a message').waitFor();
      for (const each of [one, claimer]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    });
  });
};

/** Tests airdrops, and lists of recipients. */
export const airdropScenarios = (fixture: () => Fixture): void => {
  airdropLife(fixture, { signsMessages: true });
  describe('a list of recipients', () => {
    it(`is checked beside the page (${ROWS.toLocaleString('en')} rows), which goes on meanwhile`, async () => {
      const path = await writeList(fixture().directory, ROWS);
      const one = await fixture().page();
      const { page } = one;
      await one.open('/airdrops/new');
      await page.getByText('Choose a CSV file').waitFor();
      await watchFrames(page);
      const began = Date.now();
      await page.getByLabel('Choose a CSV file').setInputFiles(path);
      await page.getByText(`${ROWS.toLocaleString('en')} recipients, `).waitFor();
      const took = Date.now() - began;
      const { longest, frames } = await framesOf(page);
      console.log(`${ROWS} rows were checked in ${took} ms; ${frames} frames, the longest ${Math.round(longest)} ms`);
      // The rows are never in the document, in any number.
      expect(await page.locator('*').count()).toBeLessThan(500);
      // The file of a draft is there after a reload, too.
      await page.reload();
      await page.getByText(`${ROWS.toLocaleString('en')} recipients, `).waitFor();
      await page.getByRole('button', { name: 'Start over' }).click();
      await page.getByText('Choose a CSV file').waitFor();
      if (IS_BENCH) expect(longest).toBeLessThanOrEqual(LONGEST_FRAME_MS);
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
