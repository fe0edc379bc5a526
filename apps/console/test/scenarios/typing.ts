import { encodeBase58Address } from '@bitauth/libauth';
import { createWallet } from '@weir/wallet';
import { connect, idOf, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import { paste } from '../support/paste.js';

const recipient = createWallet({ privateKey: 'console recipient of typed amounts' });
const legacy = encodeBase58Address('p2pkhTestnet', recipient.publicKeyHash);
const MANY = 500;
const people = Array.from({ length: MANY }, (_, index) =>
  [
    `Person ${index + 1}`,
    createWallet({ privateKey: `console person ${index + 1}` }).address,
    `0.${index + 1001}`,
  ].join('\t'),
);

/** Tests what people type and paste: amounts, addresses, days and lists. */
export const typingScenarios = (fixture: () => Fixture): void => {
  it('0,005 typed in English is 0.005 BCH on the chain, and of two meanings the page asks', async () => {
    const one = await fixture().page({ width: 1_440 });
    const { page } = one;
    await one.open('/streams/new');
    await connect(one);
    await page.getByLabel('Recipient').fill(await ownAddress(one));
    const amount = page.getByLabel('Amount');
    await amount.fill('1,500');
    const meanings = page.getByRole('group', { name: 'Which amount do you mean?' });
    await meanings.getByRole('button', { name: '1,500 BCH' }).waitFor();
    expect(await look(one, 'typed-amount')).toEqual([]);
    await meanings.getByRole('button', { name: '1.5 BCH' }).click();
    expect(await amount.inputValue()).toBe('1.5');
    expect(await meanings.count()).toBe(0);
    await amount.fill('0,005');
    await page.getByText('= 0.005 BCH').waitFor();
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.waitForURL(/\/streams\/[0-9a-f-]{36}$/);
    await page.getByText('Active', { exact: true }).first().waitFor();
    const { stream } = await fixture().weir.streams.at(idOf(one)).get();
    expect([stream.status, stream.total_amount_base]).toEqual(['ACTIVE', 500_000n]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('what is wrong with a recipient is said at its field, and a legacy address is converted', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.open('/streams/new');
    await page.getByLabel('Amount').fill('1');
    const field = page.getByLabel('Recipient');
    const last = recipient.address.endsWith('q') ? 'p' : 'q';
    for (const [text, said] of [
      ['nobody', 'This is not a cash address'],
      [recipient.address.slice(0, -1) + last, 'The checksum of the address is wrong'],
      [recipient.address.replace(':q', ':q\u200b'), 'There is an invisible character (U+200B) at position 10'],
      [legacy, `Convert it to a cash address: ${recipient.address}`],
    ] as const) {
      await field.fill(text);
      await field.blur();
      await page.getByText(said).waitFor();
      expect(await page.getByText('x-user-address').count()).toBe(0);
    }
    expect(await look(one, 'legacy-address')).toEqual([]);
    await page.getByRole('button', { name: 'Use its cash address' }).click();
    expect(await field.inputValue()).toBe(recipient.address);
    // Without a wallet the recipient stands for the sender.
    await page.getByText('Vested', { exact: true }).first().waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('500 pasted rows stay 500, pasted at any row, and after a letter is changed', async () => {
    const one = await fixture().page({ width: 1_440 });
    const { page } = one;
    await one.open('/plans/new');
    await page.getByLabel('Recipient 1').waitFor();
    await paste(one, 'ol input', people.join('\n'));
    const area = page.getByLabel('Or paste its lines');
    await page.getByRole('button', { name: `Import its ${MANY} rows` }).waitFor();
    expect((await area.inputValue()).split('\n')).toHaveLength(MANY);
    await area.press('End');
    await area.press('Control+End');
    await area.press('Backspace');
    await page.getByRole('button', { name: `Import its ${MANY} rows` }).click();
    await page.getByLabel('Name 1', { exact: true }).fill('Ada');
    await page
      .getByText(`of ${MANY + 1}`)
      .first()
      .waitFor();
    await one.close();
  });

  it('days of rows are shown as days, those that do not exist are refused, and who is there twice is named', async () => {
    const one = await fixture().page({ width: 1_440 });
    const { page } = one;
    await one.open('/plans/new');
    await page.getByText('Import from a spreadsheet').click();
    const rows = [`Ada,${recipient.address},0.5,2030-02-31`, `Bea,${recipient.address},0.25,31.01.2030`];
    await page.getByLabel('Or paste its lines').fill(['Name,Address,Amount,Start', ...rows].join('\n'));
    await page.getByRole('button', { name: 'Import its 2 rows' }).click();
    await page.getByText('This day or time does not exist').waitFor();
    await page.getByText('Rows 1, 2 have the same recipient').waitFor();
    expect(await page.getByLabel('Start 2').inputValue()).toBe('2030-01-31');
    // With its zone, as the browser's language writes it.
    await page.getByText(/^31 Jan 2030, .*[A-Z]{3}/).waitFor();
    expect(await look(one, 'plan-days')).toEqual([]);
    await page.getByLabel('Start 1').fill('2030-02-28');
    await page.getByText(/^28 Feb 2030, .*[A-Z]{3}/).waitFor();
    expect(await page.getByText('This day or time does not exist').count()).toBe(0);
    await one.close();
  });

  it('contacts with a wrong checksum are refused, typed and from a file', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.open('/contacts');
    const wrong = recipient.address.slice(0, -1) + (recipient.address.endsWith('q') ? 'p' : 'q');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Address').fill(wrong);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The checksum of the address is wrong').waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'contacts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name,Address\nBea,${recipient.address}\nCy,${wrong}\n`),
    });
    await page.getByText('1 contact was left out:').waitFor();
    expect(await page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').count()).toBe(1);
    expect(await look(one, 'contacts-refused')).toEqual([]);
    await one.close();
  });

  it('in Arabic a field shows its reading, its meanings and its faults', async () => {
    const one = await fixture().page({ width: 390, language: 'ar' });
    const { page } = one;
    await one.open('/streams/new');
    const amount = page.locator('input[inputmode="decimal"]').first();
    await amount.fill('1,500');
    await page.getByRole('group').getByRole('button').first().waitFor();
    expect(await look(one, 'typed-amount-ar')).toEqual([]);
    await amount.fill('0,125');
    await page.locator('input').first().fill(legacy);
    await amount.focus();
    await page.getByText(recipient.address).waitFor();
    expect(await look(one, 'legacy-address-ar')).toEqual([]);
    await one.close();
  });
};
