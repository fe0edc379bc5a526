import { text as readText } from 'node:stream/consumers';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { chooseList, connect, createAndFund, createClaimer, fillStream } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { storeWallet } from '../support/records-of-wallet.js';

const recipient = createWallet({ privateKey: 'console contact' });
const holder = createWallet({ privateKey: 'console other recipient' });

/** The forms that are not a stream's, and a field of each. */
const FORMS = [
  ['/locks/new', 'Recipient'],
  ['/payments/new', 'Recipient'],
  ['/airdrops/new', 'Title'],
  ['/plans/new', 'Name 1'],
  ['/vaults/new', 'Name'],
] as const;

/** Amounts of BCH in the costs of the preview, in order, without the unit; of the reserve its sum, and not its parts. */
const COSTS = `[...document.querySelectorAll('dd')].flatMap((value) => {
  const of = value.querySelector('summary') ?? value;
  const amounts = [...of.querySelectorAll('[data-digits]')].map((digits) => digits.textContent);
  return amounts.length === 0 ? [] : [amounts.at(-1)];
})`;

/** Returns what the parts of the preview's costs add up to, and the total that it shows, satoshis. */
const costs = async ({ page }: ConsolePage): Promise<readonly [sum: bigint, total: bigint]> => {
  const texts = await page.evaluate<readonly string[]>(COSTS);
  const amounts = texts.map((text) => BigInt(Math.round(Number(text.replaceAll(',', '')) * 1e8)));
  const total = amounts.at(-1) ?? 0n;
  return [amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0n), total];
};

/** Tests that who needs coins before a claim hears of it before they press. */
export const claimFeeScenarios = (fixture: () => Fixture): void => {
  it('A claimer without coins sees before pressing that they need some, and can claim once they came', async () => {
    const { weir, stack } = fixture();
    const creator = createWallet({ privateKey: 'console creator who pays no fees' });
    await stack.control.fund(creator.address, 300_000_000n);
    await stack.control.mine();
    const claimer = await createClaimer(fixture());
    const { page } = claimer;
    const terms = { title: 'Without fees', totalAmount: 1, requireKyc: true, sponsorFees: false };
    const campaign = await weir.airdrops.create(terms, creator);
    await campaign.generateList([{ address: claimer.address, amount: 0.02 }], creator);
    await campaign.fund(creator);
    await claimer.open(`/claim/${campaign.record.claim_token}`);
    await page.getByText('You cannot claim yet').waitFor();
    expect(await page.getByRole('button', { name: 'Claim', exact: true }).count()).toBe(0);
    expect(await look(claimer, 'claim-without-coins')).toEqual([]);
    await stack.control.fund(claimer.address, 100_000n);
    await page.reload();
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    while ((await campaign.get()).campaign.claimed_count === 0) await stack.control.mine();
    expect(claimer.complaints).toEqual([]);
    await claimer.close();
  });
};

/** Tests what all forms share: drafts, balances, costs, and the user's contacts. */
export const formScenarios = (fixture: () => Fixture): void => {
  describe('a form', () => {
    it('keeps its draft over a reload and another page, until it is discarded', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/streams/new');
      await page.getByLabel('Amount').fill('10,000');
      await page.getByLabel('When').selectOption('grant');
      await page.reload();
      await page.getByText('This is your saved draft.').waitFor();
      expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('10,000');
      await one.open('/new');
      await one.open('/streams/new');
      expect(await page.getByLabel('When').inputValue()).toBe('grant');
      await page.getByRole('button', { name: 'Start over' }).click();
      expect(await page.getByLabel('Amount').inputValue()).toBe('');
      await page.reload();
      await page.getByLabel('Amount').waitFor();
      expect(await page.getByText('This is your saved draft.').count()).toBe(0);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it.each([
      ['streams', ['Recipient', recipient.address], ['Amount', '0.1']],
      ['payments', ['Recipient', recipient.address], ['Amount per payday', '0.01']],
      ['plans', ['Recipient 1', recipient.address], ['Amount 1', '0.1']],
      ['airdrops', ['Title', 'Declined at first'], []],
    ] as const)(
      'of %s whose funding was declined creates no second record after a reload, and one of its own for other terms',
      async (product, to, amount) => {
        const one = await fixture().page({ readsReviews: true });
        const { page } = one;
        const created: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'POST' && /\/api\/\w+(?:\/create)?$/.test(request.url()))
            created.push(request.url());
        });
        await one.open('/');
        await connect(one);
        await one.open(`/${product}/new`);
        for (const [label, value] of [to, amount])
          if (label !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
        if (product === 'airdrops') await chooseList(one, 'list.csv', `address,amount\n${recipient.address},0.02\n`);
        const button = page.getByRole('button', { name: 'Create and fund' });
        const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
        const decline = async (): Promise<void> => {
          await page.getByText('You pay, about').waitFor();
          await button.click();
          await review.getByRole('button', { name: 'Cancel' }).click();
          await page.getByText('The wallet was not asked').waitFor();
        };
        await decline();
        // A fresh draft would begin later by now.
        await fixture().stack.control.passTime(3_600);
        await page.reload();
        await decline();
        expect(created).toHaveLength(1);
        // Other terms are another record, which is the draft's from then on.
        await page.getByLabel(to[0], { exact: true }).fill(product === 'airdrops' ? 'Other' : holder.address);
        await decline();
        expect(created).toHaveLength(2);
        await page.reload();
        await page.getByText('You pay, about').waitFor();
        await button.click();
        await review.getByRole('button', { name: 'Continue to the wallet' }).click();
        await page.waitForURL(new RegExp(`${product}/[0-9a-f-]{36}$`));
        expect(created).toHaveLength(2);
        expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('weir:draft'))")).toEqual(
          [],
        );
        expect(one.complaints).toEqual([]);
        await one.close();
      },
    );

    it('compares what is signed after a reload with its draft, for every answer of the service about the record', async () => {
      const { weir } = fixture();
      const one = await fixture().page({ readsReviews: true });
      const { page } = one;
      await one.open('/');
      await connect(one);
      await fillStream(one, recipient.address, '0.1');
      const button = page.getByRole('button', { name: 'Create and fund' });
      const stored = page.waitForResponse('**/api/streams/create');
      await button.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      const { stream } = (await (await stored).json()) as { stream: { id: string; sender: string } };
      const other = await weir.streams.create({
        sender: stream.sender,
        recipient: holder.address,
        totalAmount: 5,
        streamType: 'LINEAR',
      });
      await page.reload();
      // Record and transaction agree: only the draft shows that they are another's.
      await page.route(`**/api/streams/${stream.id}*`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: route.request().url().replace(stream.id, other.id) }) }),
      );
      await page.route(`**/api/streams/${stream.id}/funding-info*`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: route.request().url().replace(stream.id, other.id) }) }),
      );
      await page.getByText('You pay, about').waitFor();
      await button.click();
      await page.getByText('This does not match your request').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await one.close();
    });

    it('finds records and addresses by names of one’s own, which a file takes to another browser', async () => {
      const { weir } = fixture();
      const { id, record } = await weir.streams.create(
        { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR' },
        holder,
      );
      const one = await fixture().page();
      const { page } = one;
      await one.open('/contacts');
      await page.getByLabel('Name').fill('Ada Lovelace');
      await page.getByLabel('Address').fill(recipient.address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Remove Ada Lovelace' }).waitFor();
      await one.open(`/streams/${id}`);
      await page.getByRole('button', { name: 'Label', exact: true }).click();
      await page.getByLabel('A name of your own').fill('Engine works, first year');
      expect(await look(one, 'record-label')).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Engine works, first year' }).waitFor();

      await one.open('/search?q=ENGINE');
      await page.getByRole('link', { name: 'Engine works, first year' }).waitFor();
      await one.open('/search?q=lovelace');
      await page.getByRole('link', { name: 'Ada Lovelace' }).click();
      await page.getByText(record.stream_id).waitFor();

      await one.open('/contacts');
      expect(await look(one, 'contacts-and-labels')).toEqual([]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const file = await readText(await (await download).createReadStream());
      // Addresses alone are a sheet, too, which the page reads again.
      const sheet = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const lines = (await readText(await (await sheet).createReadStream())).trim().split('\r\n');
      expect(lines.filter((line) => line.startsWith('Ada Lovelace'))).toEqual([`Ada Lovelace,${recipient.address}`]);
      const other = await fixture().page();
      await other.open('/contacts');
      const importFile = (text: string) =>
        other.page
          .getByLabel('Import')
          .setInputFiles({ name: 'contacts.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await importFile('[{ "name": "Nobody" }]');
      await other.page.getByText('No contacts or labels are in that file.').waitFor();
      await importFile(file);
      await other.page.getByText('2 names were read.').waitFor();
      await other.page.getByText('Ada Lovelace', { exact: true }).waitFor();
      await other.page.getByRole('button', { name: 'Remove Engine works, first year' }).waitFor();
      // They are kept.
      await other.page.reload();
      await other.page.getByRole('link', { name: record.stream_id }).click();
      await other.page.getByRole('button', { name: 'Engine works, first year' }).waitFor();
      await other.open('/contacts');
      await other.page.getByRole('button', { name: 'Remove Engine works, first year' }).click();
      await other.page.getByText('Labels of records').waitFor({ state: 'detached' });
      for (const each of [one, other]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    });

    it('finds some of many contacts, of which a page is on show at a time', async () => {
      const one = await fixture().page({ width: 390 });
      const { page } = one;
      const people = Array.from({ length: 60 }, (_, index) => ({
        name: `Person ${index + 1}`,
        address: createWallet({ privateKey: `console contact of many ${index}` }).address,
      }));
      await storeWallet(page.context(), '5d'.repeat(32), people);
      await one.load('/contacts');
      const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
      await page.getByText('1 to 25 of 60').waitFor();
      expect(await rows.count()).toBe(25);
      await page.getByRole('button', { name: 'Later rows' }).click();
      await page.getByText('26 to 50 of 60').waitFor();
      expect(await look(one, 'contacts-many')).toEqual([]);
      const search = page.getByLabel('Name or address');
      await search.fill('person 6');
      await page.getByText('2 of 60', { exact: true }).waitFor();
      expect(await rows.locator('strong').allInnerTexts()).toEqual(['Person 6', 'Person 60']);
      await search.fill(people[11]?.address.slice(-12) ?? '');
      await page.getByText('1 of 60', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Remove Person 12' }).click();
      await page.getByText('Nothing matches these filters.').waitFor();
      await page.getByText('0 of 59', { exact: true }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('of every product goes on after a reload, and after a step back', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/new');
      for (const [path, label] of FORMS) {
        await one.load('/new');
        await one.open(path);
        const field = page.getByLabel(label, { exact: true }).first();
        await field.fill('Half of it');
        await page.reload();
        expect([path, await field.inputValue()]).toEqual([path, 'Half of it']);
        await page.goBack();
        await page.getByRole('heading', { name: 'What do you want to create?' }).waitFor();
        await page.goForward();
        expect([path, await field.inputValue()]).toEqual([path, 'Half of it']);
      }
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('offers all that the wallet holds, less what it costs, to the satoshi, to somebody of the contacts', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/contacts');
      await page.getByLabel('Name').fill('Ada Lovelace of the far-away engine works');
      await page.getByLabel('Address').fill(recipient.address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: /^Remove Ada/ }).waitFor();
      expect(await look(one, 'contacts')).toEqual([]);
      await connect(one);
      await fillStream(one, 'ada lovelace of the far-away engine works', '1');
      expect(await page.getByLabel('Recipient').inputValue()).toBe(recipient.address);
      await page.getByRole('button', { name: 'Max' }).click();
      await page.getByText('9.99999 BCH').first().waitFor();
      // The price is beside the button; what the contract keeps is one line that opens.
      await page.getByText('You pay about 9.99999 BCH').waitFor();
      expect(await page.getByText('Held in its outputs').isVisible()).toBe(false);
      await page.getByText('Refundable reserve').locator('xpath=following-sibling::dd//summary').click();
      await page.getByText('Held in its outputs').waitFor();
      const [sum, total] = await costs(one);
      expect(sum).toBe(total);
      expect(total).toBe(1_000_000_000n - 1_000n);
      expect(await look(one, 'new-stream-of-all')).toEqual([]);
      await createAndFund(one, 'streams');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Stream for Ada Lovelace' }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};

/** Tests links that fill in a form. */
export const linkedFormScenarios = (fixture: () => Fixture): void => {
  it('A link fills in a form, asks what an amount with two meanings means, and leaves a saved draft alone', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    await one.load('/streams/new');
    await page.getByLabel('Recipient').fill('my own draft');
    await one.load(`/streams/new?recipient=${recipient.address}&amount=1.500&description=Rent`);
    await page.getByText('A link filled in some fields. Check the recipient and the amount.').waitFor();
    expect(await page.getByLabel('Recipient').inputValue()).toBe(recipient.address);
    expect(await page.getByLabel('Amount').inputValue()).toBe('');
    expect(await page.getByLabel('Description (optional)').inputValue()).toBe('Rent');
    await page
      .getByRole('alert')
      .filter({ hasText: /1\.500 could be (?:1\.5 or 1,500|1,500 or 1\.5)\./ })
      .waitFor();
    expect(await look(one, 'linked-form')).toEqual([]);
    await one.load('/streams/new');
    await page.getByText('This is your saved draft.').waitFor();
    expect(await page.getByLabel('Recipient').inputValue()).toBe('my own draft');

    await one.load(`/payments/new?recipient=${recipient.address}&amount=0.25&token=zz`);
    await page.getByText('A link filled in some fields.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await page.getByLabel('Recipient', { exact: true }).inputValue()).toBe('');
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('A link fills in payments in a currency, and names no oracle and no limits of the price', async () => {
    const { weir } = fixture();
    await eventually(async () => expect((await weir.currencyPayments.oracles())[0]?.price).toBeGreaterThan(0));
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    const rows = `recipient=${recipient.address}&amount=1500&name=Ada&recipient=${holder.address}&amount=1.500&name=Bea`;
    await one.load(`/currency-payments/new?currency=usd&interval=weekly&lowest=1&${rows}`);
    await page.getByText('A link filled in some fields.', { exact: false }).waitFor();
    for (const [index, [address, amount, name]] of [
      [recipient.address, '1500', 'Ada'],
      [holder.address, '', 'Bea'],
    ].entries()) {
      expect(await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).inputValue()).toBe(address);
      expect(await page.getByLabel(`Per payday ${index + 1}`).inputValue()).toBe(amount);
      expect(await page.getByLabel(`Name ${index + 1}`).inputValue()).toBe(name);
    }
    expect(await page.getByLabel('Paid', { exact: true }).inputValue()).toBe('WEEKLY');
    expect(await page.getByLabel('Lowest price that counts, USD').inputValue()).toBe('');
    await page
      .getByRole('alert')
      .filter({ hasText: /1\.500 could be (?:1\.5 or 1,500|1,500 or 1\.5)\./ })
      .waitFor();
    expect(await look(one, 'linked-currency')).toEqual([]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('A link fills in the forms of a payroll and of an airdrop, and none of its amounts where they are unclear', async () => {
    const one = await fixture().page({ width: 390 });
    const { page } = one;
    const [ada, bea] = ['linked Ada', 'linked Bea'].map(
      (name) => createWallet({ privateKey: `console ${name}` }).address,
    );
    const rows = `recipient=${ada}&amount=0.5&name=Ada&recipient=${bea}&amount=0.25&name=Bea`;
    await one.load(`/plans/new?kind=payroll&interval=WEEKLY&description=Team&${rows}`);
    await page.getByText('A link filled in some fields.', { exact: false }).waitFor();
    expect(await page.getByRole('radio', { name: 'Salaries, which recur' }).isChecked()).toBe(true);
    for (const [index, [address, amount, name]] of [
      [ada, '0.5', 'Ada'],
      [bea, '0.25', 'Bea'],
    ].entries()) {
      expect(await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).inputValue()).toBe(address);
      expect(await page.getByLabel(`Per payday ${index + 1}`).inputValue()).toBe(amount);
      expect(await page.getByLabel(`Name ${index + 1}`).inputValue()).toBe(name);
    }
    expect(await look(one, 'linked-plan')).toEqual([]);
    // An amount too few: none is filled in, since nobody knows whose it is.
    await one.load(`/plans/new?kind=payroll&recipient=${ada}&recipient=${bea}&amount=0.5`);
    await page.getByLabel('Recipient 2', { exact: true }).waitFor();
    expect(await page.getByLabel('Per payday 1').inputValue()).toBe('');
    await one.load(`/plans/new?kind=payroll&recipient=${ada}&amount=1.500`);
    await page
      .getByRole('alert')
      .filter({ hasText: /1\.500 could be/ })
      .waitFor();
    expect(await page.getByLabel('Per payday 1').inputValue()).toBe('');

    await one.load('/airdrops/new?title=Thanks&for=everybody&amount=10&each=0.1&description=All');
    await page.getByText('A link filled in some fields.', { exact: false }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Thanks');
    expect(await look(one, 'linked-airdrop')).toEqual([]);
    await one.load('/airdrops/new?title=Thanks&for=everybody&amount=10&each=1,500');
    await page
      .getByRole('alert')
      .filter({ hasText: /1,500 could be/ })
      .waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
