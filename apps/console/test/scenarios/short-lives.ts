import { createWallet } from '@weir/wallet';
import {
  carryOut,
  chooseList,
  claimHere,
  connect,
  createAndFund,
  createClaimer,
  ownAddress,
  propose,
} from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { inBerlin } from './currency.js';
import { createSigner, openVault } from './vaults.js';

const HOUR = 3_600;
const DAY = 86_400;
const payee = createWallet({ privateKey: 'console payee of short lives' });
const team = ['Ada', 'Bea'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name} of short lives` }).address,
}));

/** Tests the shortest life of each product but streams, by clicking. The end-to-end specs test what else their pages do. */
export const shortLives = (fixture: () => Fixture): void => {
  it('creates a payment, funds it, pays what is due, and cancels it', async () => {
    const { control } = fixture().stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/payments/new');
    await connect(one);
    await page.getByLabel('Recipient', { exact: true }).fill(payee.address);
    await page.getByLabel('Amount per payday').fill('0.25');
    await page.getByLabel('Paid', { exact: true }).selectOption('DAILY');
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'payments');
    await page.getByText('Active', { exact: true }).waitFor();
    await control.passTime(3 * DAY);
    await page.reload();
    await page.getByRole('button', { name: /^Pay [\d.]+ BCH to the recipient/ }).click();
    await page.getByText('Done.').waitFor();
    await control.mine();
    await page.getByRole('button', { name: 'Cancel the payment' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page
      .getByText(/^It was cancelled/)
      .first()
      .waitFor();
    await control.mine(7);
    await page.getByText('has returned to the sender').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('creates a payment in a currency, funds it, is paid at the oracle’s price, and cancels it', async () => {
    const { weir, stack } = fixture();
    const { control } = stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/currency-payments/new');
    await connect(one);
    const { medianTimePast } = await weir.dev.chain();
    await page.getByLabel('Recipient 1').fill(payee.address);
    await page.getByLabel('Per payday 1').fill('150');
    await page.getByLabel('First payday').fill(inBerlin(medianTimePast + 6 * HOUR));
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'currency-payments');
    await page.getByText('Active', { exact: true }).waitFor();
    // By the calendar, at the distance from UTC of the winter: an hour later in summer.
    await control.passTime(8 * HOUR);
    await page.getByText('0.66666666 BCH').first().waitFor();
    await page.getByText(/^Verified: this page computed each amount/).waitFor();
    await page.getByRole('button', { name: 'Cancel the payment' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText(/^It was cancelled\./).waitFor();
    await control.mine(7);
    await page.getByText('has returned to the sender').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('creates a lock, funds it, and claims all of it after it has vested', async () => {
    const { control } = fixture().stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/locks/new');
    await connect(one);
    await page.getByLabel('Recipient').fill(await ownAddress(one));
    await page.getByLabel('Amount').fill('0.5');
    await page.getByLabel('When', { exact: true }).selectOption('months');
    await page.getByLabel('Months until fully vested').fill('1');
    await page.getByLabel('Cliff in months').fill('0');
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'locks');
    await page.getByText('Active', { exact: true }).waitFor();
    await control.passTime(40 * DAY);
    await page.reload();
    await page.getByRole('button', { name: /^Claim 0\.5/ }).click();
    await page.getByText('Everything is paid').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('creates an airdrop with a list, has a recipient claim by its link, and closes it', async () => {
    const claimer = await createClaimer(fixture());
    const one = await fixture().page();
    const { page } = one;
    await one.open('/airdrops/new');
    await connect(one);
    const own = await ownAddress(one);
    await page.getByLabel('Title').fill('Early supporters');
    await chooseList(one, 'list.csv', `address,amount\n${own},0.02\n${claimer.address},0.04\n`);
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'airdrops');
    await page.getByText('Active', { exact: true }).waitFor();
    const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';
    await claimer.open(new URL(link).pathname);
    await claimHere(claimer);
    await claimer.page.getByText('It is yours').waitFor();
    await page.getByText('Claimed', { exact: true }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Close the airdrop' }).click();
    await page.getByRole('button', { name: 'Close it' }).click();
    await page.getByText('Its creator closed it').waitFor();
    for (const each of [one, claimer]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });

  it('creates a payroll, funds it, pays one salary, and cancels it', async () => {
    const { control } = fixture().stack;
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
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'plans');
    await page.getByText('All salaries are funded').waitFor();
    await control.passTime(31 * DAY);
    await page.reload();
    await page.getByLabel('Select Ada').check();
    await page.getByRole('button', { name: 'Pay out 1 now' }).click();
    await page.getByText('1 of 1 paid out.').waitFor();
    await control.mine();
    await page.getByLabel('Select Ada').check();
    await page.getByRole('button', { name: 'Cancel 1' }).click();
    await page.getByRole('button', { name: 'Cancel them' }).click();
    await page.getByText('1 of 1 cancelled.').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('opens a treasury of three signers, deposits, and closes it by two signatures', async () => {
    const ann = await createSigner(fixture());
    const bob = await createSigner(fixture());
    const carol = await createSigner(fixture());
    const id = await openVault(ann, [bob, carol], 'Short treasury');
    await ann.page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
    await ann.page.getByText('Active', { exact: true }).waitFor();
    await fixture().stack.control.mine();
    await carol.open(`/vaults/${id}/propose`);
    await carol.page.getByRole('radio', { name: 'Close the treasury, and pay out everything' }).check();
    await carol.page.getByLabel('Recipient').fill(payee.tokenAddress);
    await propose(carol, 'Propose it');
    await carryOut(carol, bob);
    await ann.open(`/vaults/${id}`);
    await ann.page.getByText('It was closed: two signers emptied it.').waitFor();
    for (const one of [ann, bob, carol]) {
      expect(one.complaints).toEqual([]);
      await one.close();
    }
  });
};
