import { createWallet } from '@weir/wallet';
import { connect, createAndFund } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;
const recipient = createWallet({ privateKey: 'console payee' });

/** Fills the form of a payment and creates it. */
const createPayment = async (one: ConsolePage, amount: string): Promise<void> => {
  const { page, open } = one;
  await open('/new');
  await page.getByRole('link', { name: /^Recurring payment/ }).click();
  await page.getByLabel('Recipient', { exact: true }).fill(recipient.address);
  await page.getByLabel('Amount per payday').fill(amount);
  await page.getByLabel('Paid', { exact: true }).selectOption('DAILY');
  await page.getByText('12 paydays').waitFor();
  await page.getByText('You pay, about').waitFor();
  expect(await look(one, 'new-payment')).toEqual([]);
  // A twelfth of all that the wallet holds, less what funding costs.
  await page.getByRole('button', { name: 'Max' }).click();
  const most = Number(await page.getByLabel('Amount per payday').inputValue());
  expect(10 / 12 - most).toBeGreaterThan(0);
  expect(10 / 12 - most).toBeLessThan(0.001);
  await page.getByLabel('Amount per payday').fill(amount);
  await createAndFund(one, 'payments');
};

/** Tests a payment from its form to its end. */
export const paymentScenarios = (fixture: () => Fixture): void => {
  describe('a payment, by clicking', () => {
    it('is created, funded, paid out, paused, resumed and cancelled, to the return of the rest', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      await createPayment(one, '0.25');
      await page.getByText('Active', { exact: true }).waitFor();

      await fixture().stack.control.passTime(3 * DAY);
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'Claimable now' }).first().waitFor();
      expect(await look(one, 'payment-due')).toEqual([]);
      // A push needs no signature: the sender has it paid out.
      await page.getByRole('button', { name: /^Pay [\d.]+ BCH to the recipient/ }).click();
      await page.getByText('Done.').waitFor();
      await page.getByText('Paid to the recipient', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Pause the payment' }).click();
      await page.getByRole('button', { name: 'Pause it' }).click();
      await page.getByText('It is being paused').waitFor();
      await fixture().stack.control.mine(7);
      // Its notice is over and the service settles it; the open page is updated by events.
      await page.getByRole('button', { name: 'Resume it' }).click();
      await page.getByText('Active', { exact: true }).waitFor();

      // It is renewed with another amount; the draft is left.
      const { pathname } = new URL(page.url());
      await page.getByLabel('Per payday, BCH').fill('0.3');
      await page.getByRole('button', { name: 'Renew it' }).click();
      await page.getByText('Not funded yet: fund its paydays').waitFor();
      await page.getByText('0.30 BCH × 12 = 3.60 BCH').waitFor();
      await one.open(pathname);

      await page.getByRole('button', { name: 'Cancel the payment' }).click();
      await page.getByText('This cannot be undone.').waitFor();
      await page.getByRole('button', { name: 'Cancel it' }).click();
      await page
        .getByText(/^It was cancelled/)
        .first()
        .waitFor();
      await fixture().stack.control.mine(7);
      await page.getByText('has returned to the sender').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('is paid on the last day of each month, at a time that the contract keeps', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/payments/new');
      await connect(one);
      await page.getByLabel('Recipient', { exact: true }).fill(recipient.address);
      await page.getByLabel('Amount per payday').fill('0.25');
      await page.getByLabel('Paid', { exact: true }).selectOption('LAST_DAY');
      await page.getByText(/^The contract keeps the time at UTC[+-]\d\d:\d\d/).waitFor();
      await page.getByText('You pay, about').waitFor();
      expect(await look(one, 'new-payment-by-calendar')).toEqual([]);
      await createAndFund(one, 'payments');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText(/^on the last day of each month at \d\d:\d\d \(UTC[+-]\d\d:\d\d\)$/).waitFor();
      expect(await look(one, 'payment-by-calendar')).toEqual([]);

      // No month is longer.
      await fixture().stack.control.passTime(32 * DAY);
      await page.reload();
      await page.getByRole('button', { name: /^Pay [\d.]+ BCH to the recipient/ }).click();
      await page.getByText('Done.').waitFor();
      await page.getByText('Paid to the recipient', { exact: true }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
