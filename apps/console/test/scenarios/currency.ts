import { createWallet } from '@weir/wallet';
import { readCatalogue } from '../../scripts/catalogues.js';
import { connect, createAndFund, idOf } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { isTooWide, look, photograph, resize } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { paste } from '../support/paste.js';
import { brokenOn, cutOffOn, misplacedSignsOn } from '../support/words.js';

const HOUR = 3_600;
const DAY = 86_400;
const BCH = 100_000_000n;
const [ann, bob] = ['ann', 'bob'].map((name) => createWallet({ privateKey: `console ${name} in a currency` }));

/** Writes a time as the page's inputs take it, in the zone of its browser. @param seconds Unix seconds */
export const inBerlin = (seconds: number): string =>
  new Date(seconds * 1_000).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T').slice(0, 16);

/** Fills the form for 150 USD a day to one and 75 to another, and reads what it says before it is sent. */
const fillForTwo = async (one: ConsolePage, firstPayday: number): Promise<void> => {
  const { page, open } = one;
  await open('/new');
  await page.getByRole('link', { name: /^Payment in a currency/ }).click();
  await page.getByRole('button', { name: 'Create and fund' }).click();
  await page.getByText('Name at least one recipient').waitFor();
  await page.getByLabel('Recipient 1').fill(ann?.address ?? '');
  // An amount with two meanings is asked for, and never guessed.
  await page.getByLabel('Per payday 1').fill('1,500');
  await page.getByRole('button', { name: '1,500 USD', exact: true }).waitFor();
  await page.getByRole('button', { name: '1.5 USD', exact: true }).waitFor();
  await page.getByLabel('Per payday 1').fill('150');
  await page.getByLabel('Name 1').fill('Ann');
  await page.getByLabel('Recipient 2').fill(bob?.address ?? '');
  await page.getByLabel('Per payday 2').fill('75');
  await page.getByLabel('Name 2').fill('Bob');
  await page.getByLabel('Paid', { exact: true }).selectOption('DAILY');
  await page.getByLabel('Pay in now for').selectOption('3');
  await page.getByLabel('First payday').fill(inBerlin(firstPayday));
  await page.getByLabel('Lowest price that counts').fill('500');
  await page.getByLabel('Lowest price that counts').blur();
  await page.getByText('It must not be above today’s price of 450.00 USD').waitFor();
  await page.getByLabel('Lowest price that counts').fill('');
  await page.getByText('a payday never pays more than 1.333 BCH').waitFor();
  await page
    .getByText(
      'About 0.3333 BCH today; never less than 0.08333 BCH or more than 1.333 BCH, at any price of the oracle.',
    )
    .waitFor();
  await page.getByText('One signature opens all of these payments.').waitFor();
  await page.getByText('Paid in for 2 recipients').waitFor();
  await page.getByText('You pay, about').waitFor();
};

/** A page, and a text of it, in English, which says that all of it is there. */
interface Looked {
  readonly path: string;
  readonly text: string;
}

/** Looks at pages in Arabic, with the wallet of a page, on a phone and on a desktop. @param looked by the name of their pictures */
const lookInArabic = async (
  { page, load, settled }: ConsolePage,
  looked: Readonly<Record<string, Looked>>,
): Promise<void> => {
  const before = page.viewportSize();
  const texts = readCatalogue('ar');
  await page.evaluate("localStorage.setItem('weir:language', 'ar')");
  for (const [name, { path, text }] of Object.entries(looked)) {
    await load(path);
    const translated = texts[text];
    if (typeof translated !== 'string') throw new Error(`The catalogue has no text ${text}`);
    await page.getByText(translated).first().waitFor();
    await settled();
    for (const width of [390, 1_440]) {
      await resize(page, width);
      const faults = [...(await cutOffOn(page)), ...(await brokenOn(page)), ...(await misplacedSignsOn(page))];
      expect(faults).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await photograph(page, `${name}-${width}-ar`);
    }
  }
  await page.evaluate("localStorage.removeItem('weir:language')");
  if (before !== null) await page.setViewportSize(before);
};

/** Tests the life of payments in a currency, by clicking. */
export const currencyScenarios = (fixture: () => Fixture): void => {
  it('pays two in dollars at an oracle’s price, runs dry, is topped up by an address and by a wallet, and is cancelled', async () => {
    const { stack, weir } = fixture();
    const { control } = stack;
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    const { medianTimePast } = await weir.dev.chain();
    const firstPayday = medianTimePast + 6 * HOUR;
    await fillForTwo(one, firstPayday);
    expect(await look(one, 'new-currency-payment')).toEqual([]);
    await createAndFund(one, 'currency-payments');
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByText('Active', { exact: true }).first().waitFor();
    await page.getByText('About 0.3333 BCH today').waitFor();
    await control.mine();

    await one.open('/outgoing');
    const list = page.getByRole('region', { name: 'Payments in a currency' });
    await list.getByText('75.00 USD').waitFor();
    await list.getByText('150.00 USD').waitFor();
    expect(await look(one, 'outgoing-currency')).toEqual([]);
    await list.getByRole('link', { name: /^Ann/ }).click();
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    const id = idOf(one);
    const payment = weir.currencyPayments.at(id);
    const { payment: opened } = await payment.get();
    expect(opened).toMatchObject({ amount_per_period_base: 15_000n, coveredPeriods: { at_price: 3, at_half: 1 } });
    await page.getByText('450.00 USD for 1 BCH').first().waitFor();

    // The price of the payday is half of today's: the payday pays twice as much BCH.
    await control.passTime(7 * HOUR);
    const prices = page.getByRole('region', { name: 'Paydays so far' });
    await prices.getByText('0.66666666 BCH').waitFor();
    await prices.getByText(/^225\.00 USD for 1 BCH, signed .+, message [\d,]+$/).waitFor();
    await prices.getByText(/^Verified: this page computed each amount/).waitFor();
    expect(await look(one, 'currency-payment')).toEqual([]);

    // The next one is more than what is left: it is paid in part, and the rest is a debt.
    await control.passTime(DAY);
    await page.getByText(/^The money ran out\./).waitFor();
    await prices.getByText(/^debt after it: /).waitFor();
    expect(await look(one, 'currency-payment-dry')).toEqual([]);
    await one.open('/home');
    await page.getByRole('region', { name: 'Waiting for a top-up' }).getByText('Ann').waitFor();
    // Both are paid each day; the BCH are an estimate at the latest price.
    await page.getByText(/^−6,750\.00 USD goes out, about 15 BCH$/).waitFor();
    await page
      .getByText(/^Estimate in BCH at 450\.00 USD for 1 BCH, .+\. The price of each payday counts\.$/)
      .waitFor();
    const dates = page.getByRole('region', { name: 'Next dates' });
    await dates.getByText('Payday for 2').waitFor();
    await dates.getByText('−225.00 USD').waitFor();
    await dates.getByText('about 0.5 BCH').waitFor();
    expect(await look(one, 'home-currency')).toEqual([]);
    await one.open(`/currency-payments/${id}`);

    // From any wallet to the address, and from this one by the form.
    const card = page.getByRole('region', { name: 'Top up' });
    await card.getByRole('img', { name: 'The top-up address as a code to scan' }).waitFor();
    const { topUpAddress } = (await payment.get()).payment;
    await card.getByTitle(topUpAddress ?? 'none').waitFor();
    await control.fund(topUpAddress ?? '', BCH);
    await control.mine();
    await page.getByText('Topped up', { exact: true }).waitFor();
    await prices.getByText('Debt paid').waitFor();
    await card.getByLabel('Top up from this wallet, BCH').fill('0.001');
    await card.getByRole('button', { name: 'Top up' }).click();
    await card.getByText('At least 0.00333333 BCH', { exact: true }).waitFor();
    await card.getByLabel('Top up from this wallet, BCH').fill('0.5');
    await card.getByRole('button', { name: 'Top up' }).click();
    await card.getByText('Done.').waitFor();
    await control.mine();
    await lookInArabic(one, {
      'currency-payment': { path: `/currency-payments/${id}`, text: 'Paydays so far' },
      'new-currency-payment': { path: '/currency-payments/new', text: 'Terms' },
      'home-currency': { path: '/home', text: 'Next dates' },
    });
    await one.load(`/currency-payments/${id}`);

    await page.getByRole('button', { name: 'Cancel the payment' }).click();
    await page.getByText('A debt is not paid any more. This cannot be undone.').waitFor();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('It was cancelled. Paydays until the end').waitFor();
    await card.waitFor({ state: 'detached' });
    await control.mine(7);
    await page.getByText('has returned to the sender').waitFor();
    expect(await look(one, 'currency-payment-over')).toEqual([]);

    // What came after the cancel is not added, and the sender sees when it can be taken back.
    await control.fund(topUpAddress ?? '', BCH);
    await control.mine(3);
    await one.open(`/currency-payments/${id}`);
    const till = page.getByRole('region', { name: 'Not added' });
    await till.getByText('More can be taken back in 3 blocks.').waitFor();
    await control.mine(3);
    await one.load(`/currency-payments/${id}`);
    await till.getByText('1.00 BCH of it can be taken back now.').waitFor();
    await till.getByRole('button', { name: 'Take it back' }).waitFor();
    expect(await look(one, 'currency-till')).toEqual([]);
    await lookInArabic(one, { 'currency-till': { path: `/currency-payments/${id}`, text: 'Take it back' } });
    await one.load(`/currency-payments/${id}`);
    await till.getByRole('button', { name: 'Take it back' }).click();
    await till.getByText('Done.').waitFor();
    expect(await payment.till()).toMatchObject({ coins: [] });
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('is paused, resumed, and cancelled with another by one signature; a declined signature discards nothing of what was typed', async () => {
    const { stack, weir } = fixture();
    const { control } = stack;
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await one.open('/');
    await connect(one);
    const { medianTimePast } = await weir.dev.chain();
    await fillForTwo(one, medianTimePast + 6 * HOUR);
    await page.getByLabel('Lowest price that counts').fill('300');
    await page.getByText('a payday never pays more than 0.5 BCH').waitFor();
    const review = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await review.getByText('150.00 USD').first().waitFor();
    await review.getByText('75.00 USD').first().waitFor();
    // Two payments, by one transaction: each with its payee and its limits, and what all of them lock.
    await review.getByText(/^Locks [\d.]+ BCH for 2 payments in a currency/).waitFor();
    await review.getByText('Payment 1: Never more than').waitFor();
    await review.getByText('Payment 2: Never more than').waitFor();
    await review.getByText('For recipients').waitFor();
    await review.getByText('Latest price, signed by the oracle').waitFor();
    await review.getByText(/^450\.00 USD for 1 BCH, /).waitFor();
    await review.getByText('Paydays that the money pays, at least').waitFor();
    await review.getByText('the first price 1 day later counts').waitFor();
    expect(await look(one, 'currency-review')).toEqual([]);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You declined it').waitFor();
    // Nothing is funded, so both are still in the form.
    expect(await page.getByLabel('Per payday 1').inputValue()).toBe('150');
    expect(await page.getByLabel('Per payday 2').inputValue()).toBe('75');
    await page.reload();
    await page.getByText('This is your saved draft.').waitFor();
    expect(await page.getByLabel('Name 2').inputValue()).toBe('Bob');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/currency-payments\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByText('The price comes close to a limit').waitFor();
    await page.getByText('BCH is at 450.00 USD. Prices below 300.00 USD or above 1,800.00 USD').waitFor();
    expect(await look(one, 'currency-payment-limit')).toEqual([]);
    await control.mine();

    await page.getByRole('button', { name: 'Pause the payment' }).click();
    await page.getByRole('button', { name: 'Pause it' }).click();
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.getByText('It is being paused. The period that runs').waitFor();
    await control.mine(7);
    await page.getByRole('button', { name: 'Resume it' }).click();
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
    await control.mine();

    // Both are cancelled by one signature, whose review says so.
    const together = page.getByRole('region', { name: 'Opened together' });
    await together.getByRole('link', { name: 'Bob' }).waitFor();
    await together.getByText('Select all 2').click();
    expect(await look(one, 'currency-together')).toEqual([]);
    await together.getByRole('button', { name: 'Cancel 2' }).click();
    await page.getByRole('button', { name: 'Cancel them' }).click();
    await review.getByText(/^Cancels payments to 2 recipients: /).waitFor();
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await together.getByText('2 of 2 cancelled.').waitFor();
    await together.getByRole('link', { name: 'Bob' }).click();
    await page.getByRole('heading', { name: 'Bob' }).waitFor();
    await page.getByText('It was cancelled. Paydays until the end').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('pays on the 15th and the last day of each month, and keeps the draft and its days over a reload', async () => {
    const { stack, weir } = fixture();
    const one = await fixture().page({ readsReviews: true, width: 1_280 });
    const { page } = one;
    await one.open('/');
    await connect(one);
    await one.open('/currency-payments/new');
    const days = page.getByLabel('Paid', { exact: true });
    const dates = page.getByRole('status').filter({ hasText: 'The first dates:' });
    await page.getByLabel('Recipient 1').fill(ann?.address ?? '');
    await page.getByLabel('Per payday 1').fill('150');
    await page.getByLabel('Name 1').fill('Ann by the calendar');
    expect(await days.inputValue()).toBe('SAME_DAY');
    await page.getByLabel('First payday').fill('2030-01-31T09:00');
    const datesOf = async (choice: string): Promise<readonly string[]> => {
      await days.selectOption(choice);
      return dates.getByRole('listitem').allInnerTexts();
    };
    const TIMES = ', 09:00 CET';
    expect(await datesOf('SAME_DAY')).toEqual([
      `31 Jan 2030${TIMES}`,
      `28 Feb 2030${TIMES}`,
      '31 Mar 2030, 10:00 CEST',
    ]);
    expect(await datesOf('DAY_25')).toEqual([`25 Feb 2030${TIMES}`, `25 Mar 2030${TIMES}`, '25 Apr 2030, 10:00 CEST']);
    expect(await datesOf('TWICE')).toEqual([`31 Jan 2030${TIMES}`, `15 Feb 2030${TIMES}`, `28 Feb 2030${TIMES}`]);
    await dates.getByText('The contract keeps the time at UTC+01:00: in summer it pays later by your clock.').waitFor();
    await page.getByLabel('Ends (optional)').fill('2030-01-30T09:00');
    await page.getByLabel('Ends (optional)').blur();
    await page.getByText('It must not end before the first payday').waitFor();
    await page.getByLabel('Ends (optional)').fill('');
    const { medianTimePast } = await weir.dev.chain();
    await page.getByLabel('First payday').fill(`${inBerlin(medianTimePast + DAY).slice(0, 10)}T09:00`);
    await page.reload();
    await page.getByText('This is your saved draft.').waitFor();
    expect(await days.inputValue()).toBe('TWICE');
    await page.getByText('About 0.3333 BCH today').waitFor();
    await page.getByText('You pay, about').waitFor();
    expect(await look(one, 'new-currency-calendar')).toEqual([]);

    const review = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await review.getByText('on day 15 and on the last day of each month').first().waitFor();
    expect(await look(one, 'currency-calendar-review')).toEqual([]);
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/currency-payments\/[0-9a-f-]{36}$/);
    const id = idOf(one);
    await page.getByText('on day 15 and on the last day of each month at 09:00 (UTC+01:00)').waitFor();
    const { calendar } = (await weir.currencyPayments.at(id).get()).payment;
    const [first, second] = calendar?.paydays ?? [];
    if (first === undefined || second === undefined) throw new Error('A payment without an end has paydays');
    await stack.control.passTime(first - (await weir.dev.chain()).medianTimePast + HOUR);
    const prices = page.getByRole('region', { name: 'Paydays so far' });
    await prices.getByText(/^Verified: this page computed each amount/).waitFor();
    await page.getByText('Paydays are paid automatically. No action needed.').waitFor();
    expect((await weir.currencyPayments.at(id).get()).payment.next_payment_date).toBe(second);
    expect(await look(one, 'currency-calendar')).toEqual([]);
    await one.open('/explore');
    await page.getByText('150.00 USD · on days of the month').waitFor();
    await one.open('/outgoing');
    await page
      .getByRole('region', { name: 'Payments in a currency' })
      .getByText(/^next /)
      .waitFor();
    await lookInArabic(one, {
      'currency-calendar': { path: `/currency-payments/${id}`, text: 'Paydays so far' },
    });
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('pays more recipients than one signature can by several, and says so', async () => {
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await one.open('/currency-payments/new');
    const rows = Array.from({ length: 101 }, (_, index) => {
      const { address } = createWallet({ privateKey: `console payee ${index} in a currency` });
      return `${address}\t0.5\tPayee ${index}`;
    });
    await page.getByLabel('Recipient 1', { exact: true }).waitFor();
    await paste(one, 'ol input', rows.join('\n'));
    await page
      .getByText('One signature opens at most 100 payments. You sign 2 times, one after the other; recipients whose')
      .waitFor();
    await page.getByText('Paid in for 101 recipients').waitFor();
    expect(await look(one, 'new-currency-payments')).toEqual([]);
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.waitForURL(/currency-payments\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Payee 100' }).waitFor();
    expect(
      (await fixture().weir.currencyPayments.page({ status: 'ACTIVE', limit: 200 })).payments.filter(
        ({ recipient_name: name }) => name?.startsWith('Payee '),
      ).length,
    ).toBe(101);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
