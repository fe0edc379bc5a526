import { text as readText } from 'node:stream/consumers';
import { createWallet } from '@weir/wallet';
import { connect, createAndFund } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;
/** Rows with different steps, more than one funding can announce. */
const MANY = 20;
const STEPS = 12;
const team = ['Ada', 'Bea', 'Cyd'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name}` }).address,
}));

/** Browsers report the expected refusal of a preview. */
const unforeseen = ({ complaints }: ConsolePage): readonly string[] =>
  complaints.filter((complaint) => !complaint.includes('status of 400'));

/** Tests plans of grants and of salaries, by clicking. */
export const planScenarios = (fixture: () => Fixture): void => {
  describe('a plan, by clicking', () => {
    it('of grants comes as a file, is funded in parts across a reload, paid out, and cancelled for some', async () => {
      const { control } = fixture().stack;
      const one = await fixture().page();
      const { page } = one;
      await one.open('/plans/new');
      await connect(one);
      const [ada, bea] = team;
      expect((await page.getByLabel('Recipient 1', { exact: true }).boundingBox())?.height).toBe(40);
      await page.getByText('Import from a spreadsheet').click();
      // As a spreadsheet in German saves it.
      await page
        .getByLabel('Or paste its lines')
        .fill(`Mitarbeiter;Adresse;Gehalt\nAda;${ada?.address ?? ''};1.000,5\nBea;nobody;some`);
      const take = page.getByRole('button', { name: 'Import its 2 rows' });
      await page.getByText('“some” is not an amount in BCH').waitFor();
      expect(await take.isDisabled()).toBe(true);
      await page
        .getByLabel('Or paste its lines')
        .fill(`Mitarbeiter;Adresse;Gehalt\nAda;${ada?.address ?? ''};1.000,5\nBea;${bea?.address ?? ''};1,25`);
      await take.click();
      expect(await page.getByLabel('Amount 1').inputValue()).toBe('1000.5');
      await page.getByLabel('Recipient 2', { exact: true }).fill('nobody');
      await page.getByLabel('Amount 2').fill('some');
      await page.getByLabel('Amount 2').blur();
      await page.getByText('Enter the number alone, in BCH, without “some”').waitFor();
      expect(await look(one, 'new-plan')).toEqual([]);
      await page.getByLabel('Amount 2').fill('2');
      await page.locator('input[data-invalid]').waitFor();
      expect(await page.locator('input[data-invalid]').inputValue()).toBe('nobody');
      for (const label of ['Recipient', 'Amount', 'Name'])
        for (const row of [1, 2]) await page.getByLabel(`${label} ${row}`, { exact: true }).fill('');

      const start = (await control.info()).tip.medianTimePast;
      const lines = Array.from({ length: MANY }, (_, index) => {
        const step = (index + 1) * DAY;
        const { address } = team[index % team.length] ?? { address: '' };
        return [address, '0.01', start, start + STEPS * step, step, `Nr. ${index + 1}`].join(',');
      });
      await page.getByLabel('Choose a file, or drop it here').setInputFiles({
        name: 'grants.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['address,amount,start,end,step,label', ...lines].join('\n')),
      });
      await page.getByRole('button', { name: `Import its ${MANY} rows` }).click();
      await page.getByText('… and 14 more.').waitFor();
      await page.getByText('You pay, about').waitFor();

      // The page is closed when the first part is funded and before the second is built.
      let isHeld = false;
      await page.route('**/confirm-funding', async (route) => {
        const response = await route.fetch();
        isHeld ||= response.ok();
        await route.fulfill({ response });
      });
      await page.route('**/funding-info*', (route) => (isHeld ? undefined : route.continue()));
      const stored = page.waitForResponse('**/api/plans');
      const confirmed = page.waitForResponse((answer) => answer.url().endsWith('/confirm-funding') && answer.ok());
      await page.getByRole('button', { name: 'Create and fund' }).click();
      const { plan } = (await (await stored).json()) as { readonly plan: { readonly id: string } };
      await confirmed;
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await one.load('/plans/new');
      // A signed record is not a draft any more.
      expect(await page.getByLabel('Recipient 1', { exact: true }).inputValue()).toBe('');
      await one.open(`/plans/${plan.id}`);
      await page.getByText('1 of 2 parts are funded').waitFor();
      await page.getByRole('button', { name: 'Fund the rest' }).click();
      await page.getByText('All streams are funded').waitFor();

      // Both fundings of twenty streams each with its reserve are one payment to their sender.
      await one.open('/activity');
      await page.getByText(`${MANY} payments`).waitFor();
      expect(await page.getByRole('main').getByRole('listitem').count()).toBe(1);
      expect(await look(one, 'activity')).toEqual([]);
      await page.getByRole('main').getByRole('listitem').getByRole('link').click();
      await page.getByText('All streams are funded').waitFor();

      await control.passTime(6 * DAY);
      await page.reload();
      const people = page.getByRole('table').getByRole('rowheader');
      await people.getByText('Sum of 20 people').waitFor();
      await page.getByLabel('Search by name, address or number').fill('NR. 12');
      await people.getByText('Sum of 1 person').waitFor();
      expect(await people.count()).toBe(2);
      await page.getByLabel('Search by name, address or number').fill('');
      await page.getByLabel('Select Nr. 1', { exact: true }).check();
      await page.getByLabel('Select Nr. 2', { exact: true }).check();
      await page.getByText('2 selected').waitFor();
      expect(await look(one, 'plan')).toEqual([]);
      await page.getByRole('button', { name: 'Pay out 2 now' }).click();
      await page.getByText('2 of 2 paid out.').waitFor();
      await control.mine();
      await page.getByLabel('Select Nr. 2', { exact: true }).check();
      await page.getByLabel('Select Nr. 3', { exact: true }).check();
      await page.getByRole('button', { name: 'Cancel 2' }).click();
      await page.getByRole('button', { name: 'Cancel them' }).click();
      await page.getByText('2 of 2 cancelled.').waitFor();
      await page.getByText('Cancelled', { exact: true }).nth(1).waitFor();
      expect(unforeseen(one)).toEqual([]);
      await one.close();
    });

    it('of salaries is typed row by row, funded, paused and resumed', async () => {
      const { stack, weir } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/plans/new');
      await connect(one);
      await page.getByRole('radio', { name: 'Salaries, which recur' }).check();
      for (const [index, { address, name }] of team.entries()) {
        await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).fill(address);
        await page.getByLabel(`Per payday ${index + 1}`).fill('0.01');
        await page.getByLabel(`Name ${index + 1}`).fill(name);
      }
      // By default on the same day of each month: the form says on which days, and at which distance from UTC.
      const first = page.getByRole('status').filter({ hasText: 'The first dates:' });
      expect(await first.getByRole('listitem').count()).toBe(3);
      await first.getByText(/^The contract keeps the time at UTC[+-]\d\d:\d\d/u).waitFor();
      await page.getByLabel('Paid', { exact: true }).selectOption('TWICE');
      await page.getByText(/^on day 15 and on the last day of each month at/u).waitFor();
      expect(await look(one, 'new-payroll')).toEqual([]);
      await page.getByLabel('Paid', { exact: true }).selectOption('SAME_DAY');
      await page.getByText(/^on (?:day \d+|the last day) of each month at/u).waitFor();
      await page.getByText('0.01 BCH × 12 = 0.12 BCH').nth(2).waitFor();
      await page.getByText('You pay, about').waitFor();
      await createAndFund(one, 'plans');
      await page.getByText('All salaries are funded').waitFor();
      // In summer the first payday is an hour later by the clock.
      await stack.control.passTime(DAY);
      await page.reload();

      await page.getByLabel('Select Ada').check();
      await page.getByRole('button', { name: 'Pause 1' }).click();
      await page.getByText('1 of 1 paused.').waitFor();
      const link = await page.getByRole('link', { name: 'Ada' }).getAttribute('href');
      const payment = weir.payments.at(link?.split('/').at(-1) ?? '');
      while ((await payment.get()).payment.pause?.settled !== true) await stack.control.mine();
      await page.reload();
      await page.getByLabel('Select Ada').check();
      await page.getByRole('button', { name: 'Resume 1' }).click();
      await page.getByText('1 of 1 resumed.').waitFor();

      const paydays = page.getByRole('region', { name: 'Paydays' });
      await paydays.getByText('people, claimable').waitFor();
      await paydays.getByRole('button', { name: 'Later month' }).click();
      await paydays.getByText('people, to come').waitFor();
      expect(await look(one, 'payroll')).toEqual([]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      const lines = await readText(await (await download).createReadStream());
      expect(lines.split('\r\n').map((line) => line.split(',').slice(0, 3).join())).toEqual([
        'address,amount,label',
        ...team.map(({ address, name }) => `${address},0.01,${name}`),
        '',
      ]);

      // A payment of it is not renewed by itself.
      const plan = page.url().split('/').at(-1) ?? '';
      await one.open(link ?? '');
      await page.getByText('It belongs to a plan, and is renewed with the plan.').waitFor();
      expect(await page.getByRole('button', { name: 'Renew it' }).count()).toBe(0);
      expect(await look(one, 'payment-of-payroll')).toEqual([]);
      await page.getByRole('link', { name: 'Open the plan' }).click();
      await page.waitForURL(`**/plans/${plan}`);

      await page.getByRole('link', { name: 'Renew it' }).click();
      await page.getByLabel('Per payday, BCH').first().fill('0.02');
      await page.getByLabel('Cyd').uncheck();
      await page.getByLabel('Paydays').fill('3');
      // It says what the new paydays come to, and when the first of them is.
      const factOf = (name: string) => page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
      expect(await factOf('For the new paydays').innerText()).toBe('0.09 BCH');
      expect(await factOf('First new payday').innerText()).toMatch(/^\d+ \w+ \d{4}/u);
      expect(await look(one, 'renew-payroll')).toEqual([]);
      await page.getByRole('button', { name: 'Renew for 2' }).click();
      await page.getByRole('button', { name: 'Fund it' }).click();
      await page.getByText('All salaries are funded').waitFor();
      const renewed = weir.plans.at(page.url().split('/').at(-1) ?? '');
      const salaries = [];
      for await (const { amount_per_period_base: each, periods } of renewed.streams()) salaries.push([each, periods]);
      expect(salaries).toEqual([
        [2_000_000n, 3],
        [1_000_000n, 3],
      ]);
      expect(unforeseen(one)).toEqual([]);
      await one.close();
    });
  });
};
