import { chooseList, connect, createAndFund, createClaimer } from '../support/by-clicking.js';
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
    await page.getByText('is less than the least that can be paid').waitFor();
    await chooseList(one, 'list.csv', `address,amount\n${claimer.address},0.6\n`);
    await page.getByLabel('When', { exact: true }).selectOption('months');
    await page.getByLabel('All has vested after months').fill('2');
    await page.getByLabel('Cliff in months').fill('0');
    await page.getByText('Each claim opens a lock. It unlocks by the second').waitFor();
    await page.getByText('You pay, about').waitFor();
    expect(await look(one, 'new-vested-airdrop')).toEqual([]);
    await createAndFund(one, 'airdrops');
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('A lock, which nobody can take back.').waitFor();
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
    for (const each of [one, claimer]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });
};

/** Tests locks, and airdrops that open them. */
export const lockScenarios = (fixture: () => Fixture): void => {
  describe('a lock, by clicking', () => {
    vestedAirdrop(fixture);
  });
};
