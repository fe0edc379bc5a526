import { capTable } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, createAndFund, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import { paste } from '../support/paste.js';

const DAY = 86_400;
/** A shareholder of a cap table. */
const ada = createWallet({ privateKey: 'console shareholder of a cap table' });

/** A package with a grant of four years, and one that has no start. */
const PACKAGE = capTable({ withoutStart: ['CS-2'] }).map(({ name, text }) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
}));

/** Tests streams that vest on days of the month, or on dates of their own, and the import of a cap table. */
export const datedStreamScenarios = (fixture: () => Fixture): void => {
  describe('a stream by the calendar', () => {
    it('of four years vests on a day of each month, twelve installments with its cliff', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/streams/new');
      await page.getByLabel('Recipient').fill(own);
      await page.getByLabel('Amount', { exact: true }).fill('4.8');
      await page.getByLabel('When', { exact: true }).selectOption('grant');
      expect(await page.getByLabel('On a day of the month', { exact: true }).isChecked()).toBe(true);
      await page.getByText('With the first date, 12 installments vest at once. Nothing vests before it.').waitFor();
      await page.getByText(/^The contract keeps the time at UTC[+-]\d\d:\d\d/).waitFor();
      await page.getByLabel('Paid elsewhere before (optional)').fill('1');
      await page.getByLabel('Amount', { exact: true }).focus();
      await page.getByText(/^No installment has vested this amount: the nearest are/).waitFor();
      await page.getByLabel('Paid elsewhere before (optional)').fill('');
      await page.getByText('You pay, about').waitFor();
      await page.getByRole('button', { name: 'Show all 37' }).waitFor();
      expect(await look(one, 'new-grant-by-calendar')).toEqual([]);
      await createAndFund(one, 'streams');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText(/^on (?:day \d+|the last day) of each month at \d\d:\d\d \(UTC[+-]\d\d:\d\d\)$/).waitFor();
      await page.getByText('12 installments vest at once', { exact: true }).waitFor();
      await page.getByText(/^Next:/).waitFor();
      await page.getByRole('button', { name: 'Show all 37' }).click();
      expect(await page.locator('main li[data-state="coming"]').count()).toBe(37);
      expect(await look(one, 'grant-by-calendar')).toEqual([]);

      // No year and month is longer.
      await fixture().stack.control.passTime(398 * DAY);
      await page.reload();
      await page.getByRole('button', { name: /^Claim 1\.[23]/ }).click();
      await page.getByText('Done.').waitFor();
      await fixture().stack.control.mine();
      await page.locator('main li[data-state="paid"]').first().waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('of dates and amounts takes a table, asks about a day with two readings, and pays each on its date', async () => {
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/streams/new');
      await page.getByLabel('Recipient').fill(own);
      await page.getByLabel('When', { exact: true }).selectOption('tranches');
      const { time } = await fixture().weir.dev.chain();
      const dayAfter = (days: number): string => new Date((time + days * DAY) * 1_000).toISOString().slice(0, 10);
      const lines = Array.from({ length: 7 }, (_, place) => `${dayAfter(10 * place + 10)}\t0.${place + 1}`);
      await paste(one, 'main ol input', ['03/04/2031\t1', ...lines].join('\n'));
      await page.getByText('03/04/2031 could be 2031-03-04 or 2031-04-03: write the one that is meant').waitFor();
      await page.getByLabel('Date 1', { exact: true }).fill(dayAfter(1));
      await page.getByText('8 dates, 3.80 BCH in all').waitFor();
      await page.getByText('You pay, about').waitFor();
      expect(await look(one, 'new-tranches')).toEqual([]);
      await page.getByRole('button', { name: 'Create and fund' }).click();
      const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
      await review.getByText('4 more dates').click();
      expect(await look(one, 'review-of-tranches')).toEqual([]);
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await page.waitForURL(/streams\/[0-9a-f-]{36}$/);
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText('On 8 dates of their own').waitFor();
      expect(await look(one, 'tranches')).toEqual([]);

      await fixture().stack.control.passTime(12 * DAY);
      await page.reload();
      // The reserve pays for a claim, which needs no signature.
      await page.getByRole('button', { name: 'Claim 1.10 BCH' }).click();
      await page.getByText('Done.').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('is made of each grant of a cap table by one plan, after a review of every date', async () => {
      const { weir } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const { category } = await weir.dev.tokens(
        { amount: 1_000_000n, name: 'Acme shares', symbol: 'ACME', decimals: 0 },
        await ownAddress(one),
      );
      await fixture().stack.control.mine();
      await one.open('/streams/import');
      await page.getByLabel('Choose a ZIP archive, or its JSON files').setInputFiles(PACKAGE);
      await page.getByLabel('Choose a CSV of people and addresses').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name,address\nAda Lovelace,${ada.address}\n`),
      });
      await page.getByLabel('Token category').fill(category);
      await page.getByText('1 of 2 grants are ready.', { exact: false }).waitFor();
      await page.getByText(/has no vesting start/).waitFor();
      await page.getByText('2028-01-31').waitFor();
      expect(await look(one, 'import-of-a-cap-table')).toEqual([]);
      await page.getByRole('button', { name: 'Create a plan of 1 grant' }).click();
      await page.getByText(/^#WEIR-PLAN-\d+: 1 grant$/).waitFor();
      expect(await look(one, 'plan-of-a-cap-table-is-stored')).toEqual([]);
      await page.getByRole('link', { name: 'Open and fund it' }).click();
      await page.getByText('On days of the month', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Fund it' }).click();
      await page.getByText('Active', { exact: true }).first().waitFor();
      expect(await look(one, 'plan-of-a-cap-table')).toEqual([]);
      await page.getByRole('link', { name: 'Ada Lovelace, CS-1' }).click();
      await page.getByText('in equal parts, each sum rounded', { exact: true }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
