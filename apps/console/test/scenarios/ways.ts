import { text as readText } from 'node:stream/consumers';
import { createWallet } from '@weir/wallet';
import { chooseList, claimHere, connect, createAndFund, createClaimer, openFilters } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { listText } from '../support/list.js';

const DAY = 86_400;
/** People of a payroll: more rows than a page shows at once. */
const PEOPLE = 60;
/** Rows of a list above which the fees of claims were once the claimers'. */
const MANY = 1_001;
/** Widths of a phone and of a desktop, pixels. */
const WIDTHS = [360, 1_280];

/** A donor reads what is public, and gives to a treasury that is not theirs. */
const donor = (fixture: () => Fixture): void => {
  it('A donor finds a campaign among what is public, reads a public treasury, and gives to it, on a phone and a desktop', async () => {
    const { weir, stack } = fixture();
    const signers = ['first', 'second', 'third'].map((name) => createWallet({ privateKey: `console ${name} trustee` }));
    const [creator] = signers;
    for (const { address } of signers) await stack.control.fund(address, 500_000_000n);
    await stack.control.mine();
    const vault = await weir.vaults.create(
      {
        name: 'Library fund',
        totalDeposit: 1,
        isPublic: true,
        signers: signers.map(({ address }) => address),
        signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      },
      creator,
    );
    await vault.deposit(creator);
    const title = 'Books for everybody';
    const drop = await weir.airdrops.create({ title, totalAmount: 1, amountPerClaim: 0.05 }, creator);
    await drop.fund(creator);
    await stack.control.mine();
    for (const [index, width] of WIDTHS.entries()) {
      const one = await fixture().page({ width });
      const { page } = one;
      await one.open('/');
      await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
      await page.getByText('are in contracts now').first().waitFor();
      await openFilters(one);
      await page.getByLabel('Product').selectOption('airdrops');
      await page.getByLabel('Title or description').fill('books for everybody');
      await page
        .getByRole('list', { name: 'Records' })
        .getByRole('link', { name: new RegExp(title) })
        .click();
      await page.getByRole('heading', { name: title }).waitFor();
      // Read without a wallet.
      await page.goBack();
      await openFilters(one);
      await page.getByLabel('Product').selectOption('treasuries');
      await page.getByRole('link', { name: 'Library fund' }).click();
      await page.getByRole('heading', { name: 'Library fund' }).waitFor();
      await page.getByText('None yet. A member proposes a payment, and two signers sign it.').waitFor();
      expect(await page.getByText(/You are /).count()).toBe(0);
      expect(await one.violations()).toEqual([]);
      await connect(one);
      await page.getByText('You are a viewer.').waitFor();
      await page.getByRole('button', { name: 'Deposit coins or tokens' }).click();
      const address = await page
        .getByTitle(/^bchtest:[pr]/)
        .first()
        .getAttribute('title');
      expect(await page.getByRole('link', { name: 'Propose something' }).count()).toBe(0);
      // Paid from the donor's wallet elsewhere, as by the code to scan.
      await stack.control.fund(address ?? '', 50_000_000n);
      await stack.control.mine();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page
        .getByText(index === 0 ? '1.50 BCH' : '2.00 BCH')
        .first()
        .waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    }
  });
};

/** A payroll of many, from the accountant's file to the first payday. */
const payroll = (fixture: () => Fixture): void => {
  it(`An accountant pays ${PEOPLE} salaries from a file, and the page of a phone shows the same paydays`, async () => {
    const { control } = fixture().stack;
    const people = Array.from({ length: PEOPLE }, (_, index) => ({
      name: `Employee ${index + 1}`,
      address: createWallet({ privateKey: `console employee ${index}` }).address,
    }));
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await one.open('/plans/new');
    await connect(one);
    await page.getByRole('radio', { name: 'Salaries, which recur' }).check();
    await page.getByText('Import from a spreadsheet').click();
    const lines = people.map(({ name, address }) => `${name},${address},0.01`);
    await page.getByLabel('Choose a file, or drop it here').setInputFiles({
      name: 'payroll.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Employee,Wallet address,Salary', ...lines].join('\r\n')),
    });
    await page.getByRole('button', { name: `Import its ${PEOPLE} rows` }).click();
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'plans');
    await page.getByText('All salaries are funded').waitFor();
    const due = new RegExp(`^${PEOPLE} people, `);
    await page.getByRole('region', { name: 'Paydays' }).getByText(due).first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = (await readText(await (await download).createReadStream())).trimEnd().split('\r\n');
    expect(saved).toHaveLength(1 + PEOPLE);
    expect(saved.at(-1)).toContain(people.at(-1)?.address);

    // One of those on the list, on a phone.
    const phone = await fixture().page({ width: 360 });
    await phone.load(new URL(page.url()).pathname);
    await phone.page.getByRole('region', { name: 'Paydays' }).getByText(due).first().waitFor();
    await control.passTime(31 * DAY);
    await page.reload();
    await page.getByLabel('Select Employee 1', { exact: true }).check();
    await page.getByRole('button', { name: 'Pay out 1 now' }).click();
    await page.getByText('1 of 1 paid out.').waitFor();
    for (const each of [one, phone]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });
};

/** An airdrop to more addresses than are claimed from at a campaign's expense by default. */
const crowd = (fixture: () => Fixture): void => {
  it(`A creator drops to ${MANY + 1} addresses at their own expense, one of which claims on a phone without coins`, async () => {
    const claimer = await createClaimer(fixture(), { width: 360 });
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    await one.open('/airdrops/new');
    await page.getByLabel('Title').fill('For the whole crowd');
    await chooseList(one, 'crowd.csv', `${listText(MANY)}${claimer.address},0.02\n`);
    await page.getByText('1,002 recipients, 0.03001 BCH together.').waitFor();
    await page.getByRole('radio', { name: /^I do: up to \d\.\d+ BCH for 1,002 claims/ }).check();
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'airdrops');
    await page.getByText('Active', { exact: true }).waitFor();
    const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';
    await claimer.open(new URL(link).pathname);
    await claimHere(claimer);
    await claimer.page.getByText('It is yours').waitFor();
    for (const each of [one, claimer]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });
};

/** Tests the ways of users that no product's life has: of a donor, of an accountant, and of a large list. */
export const wayScenarios = (fixture: () => Fixture): void => {
  describe('the way', () => {
    donor(fixture);
    payroll(fixture);
    crowd(fixture);
  });
};
