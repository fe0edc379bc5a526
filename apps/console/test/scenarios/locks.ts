import { createWallet } from '@weir/wallet';
import { chooseList, connect, createAndFund, createClaimer, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const DAY = 86_400;

/** Tests an airdrop whose claims open locks, from its terms to a payment of a lock. */
const vestedAirdrop = (fixture: () => Fixture): void => {
  it('gives locks by an airdrop: said before the claim, claimed by its link on a phone, and paid out', async () => {
    const { control } = fixture().stack;
    const claimer = await createClaimer(fixture(), { width: 360 });
    const one = await fixture().page({ width: 1_280 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    await one.open('/airdrops/new');
    await page.getByLabel('Title').fill('Grants for contributors');
    await chooseList(one, 'few.csv', `address,amount\n${claimer.address},0.00001\n`);
    await page.getByText('1 recipient, 0.00001 BCH together.').waitFor();
    await page.getByRole('radio', { name: 'A lock, which pays over time' }).check();
    // The least row of such a list is higher.
    await page.getByText('the minimum payment').waitFor();
    await chooseList(one, 'list.csv', `address,amount\n${claimer.address},0.6\n`);
    await page.getByLabel('When', { exact: true }).selectOption('months');
    await page.getByLabel('Months until fully vested').fill('2');
    await page.getByLabel('Cliff in months').fill('0');
    await page.getByText('Each claim opens a lock. It unlocks by the second').waitFor();
    await page.getByText('You pay, about').waitFor();
    expect(await look(one, 'new-vested-airdrop')).toEqual([]);
    await createAndFund(one, 'airdrops');
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('A lock, which nobody can take back.').waitFor();
    await page.getByText('Unlocked by now').waitFor();
    expect(await look(one, 'vested-airdrop')).toEqual([]);

    await control.passTime(12 * DAY);
    const link = (await page.getByTitle(/\/claim\//).getAttribute('title')) ?? '';
    const { page: phone } = claimer;
    await claimer.open(new URL(link).pathname);
    await phone.getByText('You get a lock, which pays over time. Nobody can take it back.').waitFor();
    await phone.getByText(/^0\.\d+ BCH of it can be paid out at once\.$/).waitFor();
    expect(await look(claimer, 'claim-vested')).toEqual([]);
    await phone.getByRole('button', { name: 'Claim', exact: true }).click();
    await phone.getByText('in a lock that nobody can take back').waitFor();
    expect(await look(claimer, 'claimed-vested')).toEqual([]);
    await phone.getByRole('link', { name: 'Open your lock' }).click();
    await phone.getByText('Nobody can take it back: not its sender, and not this service.').waitFor();
    await phone.getByRole('link', { name: 'An airdrop' }).waitFor();
    await phone.getByRole('button', { name: /^Claim 0\.1/ }).click();
    await phone.getByText('Done.').waitFor();
    expect(await look(claimer, 'claimed-lock')).toEqual([]);
    await claimer.open('/incoming');
    await phone.getByText('Lock', { exact: true }).waitFor();
    for (const each of [one, claimer]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });
};

/** What a lock holds, by its name in the picker, and how reviews, lists and the buttons that pay a third of it show it. */
const ASSETS = [
  { asset: 'BCH', amount: '0.5', shown: '0.5 BCH', listed: '0.50 BCH', third: '0.1666\\d+ BCH' },
  { asset: 'Founders gold', amount: '600', shown: '600 FGLD', listed: '600 FGLD', third: '200 FGLD' },
] as const;

/** Tests a lock from its form to its last payment. */
const lockLife = (fixture: () => Fixture): void => {
  it.each(ASSETS)(
    'of $asset is created, reviewed and funded, says that nobody can cancel it, and pays to its end',
    async ({ asset, amount, shown, listed, third }) => {
      const { control } = fixture().stack;
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      if (asset !== 'BCH') {
        const named = { name: asset, symbol: 'FGLD', decimals: 2 };
        await fixture().weir.dev.tokens({ amount: 100_000n, ...named }, own);
        await control.mine();
      }
      await one.open('/new');
      await page.getByRole('link', { name: /^Lock/ }).click();
      await page.getByText('Its schedule and costs appear here').waitFor();
      expect(await look(one, 'new-lock-empty')).toEqual([]);
      await page.getByLabel('Recipient').fill(own);
      await page.getByLabel('Asset').selectOption({ label: asset });
      await page.getByLabel('Amount').fill(amount);
      await page.getByLabel('Description').fill(`Founders, ${asset}`);
      await page.getByText('All of it unlocks on').waitFor();
      await page.getByText('You pay, about').waitFor();
      expect(await look(one, 'new-lock-once')).toEqual([]);
      await page.getByLabel('When', { exact: true }).selectOption('months');
      await page.getByLabel('Months until fully vested').fill('3');
      await page.getByLabel('Cliff in months').fill('1');
      await page.getByRole('radio', { name: 'Monthly' }).check();
      // Three months are 90 to 92 days.
      await page.getByText(/from then on a part unlocks every (?:month|30 days)/).waitFor();
      await page.getByText('Nobody can take it back, not even you.').waitFor();
      expect(await look(one, 'new-lock')).toEqual([]);

      await page.getByRole('button', { name: 'Create and fund' }).click();
      const review = page.getByRole('alertdialog');
      await review
        .getByText(new RegExp(`^Locks ${shown.replace('.', '\\.')} for .*nobody can take it back, not even you\\.$`))
        .waitFor();
      await review.getByText(/^every (?:month \(.+\)|30 days)$/).waitFor();
      expect(await look(one, 'lock-review')).toEqual([]);
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await page.waitForURL(/locks\/[0-9a-f-]{36}$/);
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText('Nothing can be paid out before').waitFor();
      expect(await page.getByRole('button', { name: /[Cc]ancel/ }).count()).toBe(0);
      const title = `Founders, ${asset}`;
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await look(one, 'lock')).toEqual([]);
      const path = new URL(page.url()).pathname;
      for (const list of ['/home', '/incoming']) {
        await one.open(list);
        const entry = page.getByRole('link', { name: title }).first();
        expect(await entry.getAttribute('href')).toBe(path);
      }
      await page.getByText(listed).first().waitFor();
      await one.open(`/search?q=${path.slice('/locks/'.length)}`);
      await page.getByRole('link', { name: /Lock #WEIR-(?:BCH|TOK)-\d+/ }).click();
      await page.waitForURL(`**${path}`);
      await page.getByText('Active', { exact: true }).waitFor();

      await control.passTime(40 * DAY);
      await page.reload();
      await page.getByRole('button', { name: new RegExp(`^Claim ${third}`) }).click();
      await page.getByText('Done.').waitFor();
      await page.getByText('Claimed', { exact: true }).first().waitFor();
      // Anybody has the lock pay its recipient, with nothing to sign.
      await control.passTime(30 * DAY);
      const stranger = await createClaimer(fixture());
      await stranger.open(path);
      await stranger.page.getByRole('button', { name: new RegExp(`^Pay ${third} to the recipient$`) }).click();
      await stranger.page.getByText('Done.').waitFor();
      await control.passTime(40 * DAY);
      await page.reload();
      await page.getByRole('button', { name: new RegExp(`^Claim ${third}`) }).click();
      await page.getByText('Everything is paid').waitFor();
      await page.getByText('Completed', { exact: true }).first().waitFor();
      expect(await look(one, 'lock-paid')).toEqual([]);
      // A link to a stream leads to the lock's page.
      await one.open(new URL(page.url()).pathname.replace('locks', 'streams'));
      await page.waitForURL(/locks\/[0-9a-f-]{36}$/);
      for (const each of [one, stranger]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    },
  );
};

/** Tests a list of locks from a spreadsheet to a payment of one. */
const lockList = (fixture: () => Fixture): void => {
  it('takes a list from a spreadsheet, is funded by one signature, and pays out what is selected', async () => {
    const { control } = fixture().stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/plans/new');
    await connect(one);
    await page.getByRole('radio', { name: 'Locks, which nobody can cancel' }).check();
    await page.getByLabel('Locked until').waitFor();
    expect(await page.getByLabel('Can you cancel them?').count()).toBe(0);
    await page.getByLabel('When', { exact: true }).selectOption('months');
    await page.getByLabel('Months until fully vested').fill('2');
    await page.getByLabel('Cliff in months').fill('0');
    await page.getByText('Import from a spreadsheet').click();
    const names = ['Ada', '阿依达·安娜-玛丽亚·冯·德·海登', 'Bartholomew Featherstonehaugh-Cholmondeley'];
    const lines = names.map((name) => `${createWallet({ privateKey: `lock of ${name}` }).address},0.3,"${name}"`);
    await page.getByLabel('Or paste its lines').fill(`address,amount,label\n${lines.join('\n')}`);
    await page.getByRole('button', { name: 'Import its 3 rows' }).click();
    await page.getByText('You pay, about').waitFor();
    expect(await look(one, 'new-lock-list')).toEqual([]);
    await createAndFund(one, 'plans');
    await page.getByText('All locks are funded. Nobody can take them back.').waitFor();
    const dates = page.getByRole('region', { name: 'Unlock dates' });
    await dates.getByText('3 people, to come').first().waitFor();
    await page
      .getByText(/^until \d/)
      .nth(names.length - 1)
      .waitFor();
    await control.passTime(20 * DAY);
    await page.reload();
    await page.getByLabel('Select Ada', { exact: true }).check();
    expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    expect(await look(one, 'lock-list')).toEqual([]);
    await page.getByRole('button', { name: 'Pay out 1 now' }).click();
    await page.getByText('1 of 1 paid out.').waitFor();
    await page.getByRole('link', { name: names[1] ?? '' }).click();
    await page.waitForURL(/locks\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: /^Pay 0\.\d+ BCH to the recipient$/ }).waitFor();
    await one.open('/explore');
    await page.getByRole('link', { name: /^Locks for 3/ }).click();
    await page.waitForURL(/plans\/[0-9a-f-]{36}$/);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};

/** Tests locks, and airdrops that open them. */
export const lockScenarios = (fixture: () => Fixture): void => {
  describe('a lock, by clicking', () => {
    lockLife(fixture);
    lockList(fixture);
    vestedAirdrop(fixture);
  });
};
