import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { carryOut, idOf, propose, prove } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

const team = ['Eve', 'Fay'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name}` }).address,
}));
const [eve, fay] = team;

/** Submits the open form, proposes the record's funding, and has it executed. @returns its id */
const createAndFund = async (one: ConsolePage, other: ConsolePage, product: string): Promise<string> => {
  const { page } = one;
  await page.getByText('The treasury pays, about').waitFor();
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.waitForURL(new RegExp(`${product}s/[0-9a-f-]{36}$`));
  const id = idOf(one);
  await propose(one, 'Propose its funding');
  await carryOut(one, other);
  return id;
};

/** Tests the records that a vault funds: each is created, funded by a proposal, and listed on the vault's page. */
export const grantsOfVault = async (
  { stack: { control }, weir }: Fixture,
  id: string,
  ann: ConsolePage,
  bob: ConsolePage,
): Promise<void> => {
  const { page } = ann;
  await ann.open(`/vaults/${id}`);
  await page.getByRole('link', { name: 'A stream' }).click();
  await page.getByLabel('Recipient').fill(eve?.address ?? '');
  await page.getByLabel('Amount').fill('0.5');
  await page.getByLabel('Description').fill('Grant of Eve');
  expect(await page.getByLabel('Treasury', { exact: true }).inputValue()).toBe(id);
  await page.getByText('The treasury pays, about').waitFor();
  expect(await look(ann, 'new-stream-of-vault')).toEqual([]);
  const streamId = await createAndFund(ann, bob, 'stream');
  await control.mine();

  await bob.open('/payments/new');
  await bob.page.getByLabel('Recipient', { exact: true }).fill(fay?.address ?? '');
  await bob.page.getByLabel('Amount per payday').fill('0.01');
  await bob.page.getByLabel('Name for the recipient').fill('Rent of Fay');
  await bob.page.getByRole('radio', { name: 'A treasury of mine' }).check();
  await bob.page.getByLabel('Treasury', { exact: true }).selectOption(id);
  const payment = weir.payments.at(await createAndFund(bob, ann, 'payment'));
  await control.mine();

  await ann.open(`/vaults/${id}`);
  await page.getByLabel('Select Grant of Eve').check();
  await page.getByLabel('Select Rent of Fay').check();
  expect(await look(ann, 'vault-grants')).toEqual([]);
  await propose(ann, 'Propose to pause 1');
  await carryOut(ann, bob);
  while ((await payment.get()).payment.pause?.settled !== true) await control.mine();
  await ann.open(`/vaults/${id}`);
  await page.getByLabel('Select Rent of Fay').check();
  await propose(ann, 'Propose to resume 1');
  await carryOut(ann, bob);
  // The page may hear of the proposal's end before the payment is recorded.
  await eventually(async () => expect((await payment.get()).payment.status).toBe('ACTIVE'));
  await control.mine();

  // A private vault is shown only to callers who authenticate as members, which a page that was just loaded did not yet.
  await ann.load(`/streams/${streamId}`);
  const cancel = 'Propose to cancel it';
  await prove(ann, 'I am a member of that treasury', page.getByRole('button', { name: cancel }));
  await propose(ann, cancel);
  await carryOut(ann, bob);
  await ann.open(`/streams/${streamId}`);
  await page
    .getByText(/^It was cancelled/)
    .first()
    .waitFor();
  await control.mine();

  await ann.open(`/plans/new?vault=${id}`);
  for (const [index, { name, address }] of team.entries()) {
    await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).fill(address);
    await page.getByLabel(`Amount ${index + 1}`).fill('0.1');
    await page.getByLabel(`Name ${index + 1}`).fill(name);
  }
  const planId = await createAndFund(ann, bob, 'plan');
  await control.mine();
  await ann.load(`/plans/${planId}`);
  await prove(ann, 'Show details that only the sender sees', page.getByLabel('Select Eve'));
  await page.getByLabel('Select Eve').check();
  expect(await look(ann, 'plan-of-vault')).toEqual([]);
  await propose(ann, 'Propose to cancel 1');
  await page.getByText('Affected records').waitFor();
  await ann.open(`/vaults/${id}`);
  await propose(ann, 'Propose to cancel all of it');
  await page.getByText('Affected records').waitFor();
  expect(await page.getByRole('link', { name: 'Stream', exact: true }).count()).toBe(2);
};
