import { carryOut, chooseList, claimHere, createClaimer, idOf, ownAddress, propose } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

/** Tests an airdrop that a vault funds: its members send its list, fund it and cancel it by proposals. */
export const airdropOfVault = async (
  fixture: Fixture,
  id: string,
  [ann, bob, carol]: readonly [ConsolePage, ConsolePage, ConsolePage],
): Promise<void> => {
  const { control } = fixture.stack;
  const claimer = await createClaimer(fixture);
  const { page } = ann;
  await ann.open(`/vaults/${id}`);
  await page.getByRole('link', { name: 'An airdrop', exact: true }).click();
  await page.getByLabel('Title').fill('Thanks to the helpers');
  await chooseList(ann, 'list.csv', `address,amount\n${await ownAddress(ann)},0.02\n${claimer.address},0.04\n`);
  await page.getByText('2 recipients, 0.06 BCH together.').waitFor();
  expect(await page.getByLabel('Treasury', { exact: true }).inputValue()).toBe(id);
  expect(await look(ann, 'new-airdrop-of-vault')).toEqual([]);
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.waitForURL(/airdrops\/[0-9a-f-]{36}$/);
  const airdrop = idOf(ann);
  await page.getByRole('link', { name: 'A treasury', exact: true }).waitFor();
  expect(await look(ann, 'airdrop-of-vault')).toEqual([]);
  await propose(ann, 'Propose its funding');
  await carryOut(ann, bob);
  await control.mine();

  // The vault is private, so that only its members see its name.
  await claimer.open(`/airdrops/${airdrop}`);
  await claimer.page.getByText('A treasury, or another script, pays for it.').waitFor();
  await claimer.page.getByRole('link', { name: 'Claim page' }).click();
  await claimHere(claimer);
  await claimer.page.getByText('It is yours').waitFor();
  expect(claimer.complaints).toEqual([]);
  await claimer.close();
  await control.mine();

  await carol.open(`/vaults/${id}`);
  await carol.page.getByText('1 claim', { exact: true }).waitFor();
  expect(await look(carol, 'vault-airdrops')).toEqual([]);
  await propose(carol, 'Propose to cancel it');
  await carol.page.getByText('Affected records').waitFor();
  expect(await look(carol, 'proposal-to-cancel-airdrop')).toEqual([]);
  await carryOut(carol, bob);
  await carol.open(`/airdrops/${airdrop}`);
  await carol.page.getByText('Its creator closed it').waitFor();
};
