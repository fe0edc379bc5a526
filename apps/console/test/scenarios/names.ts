import { text as readText } from 'node:stream/consumers';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { paydayFrom } from '../../src/payments/pace.js';
import { paceOf } from '../../src/payments/salary-record.js';
import { connect, CONNECTED, createAndFund, idOf, openFilters, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const DAY = 86_400;
/** More than the service lists of what can be claimed. */
const MANY = 101;
const team = ['Ada of names', 'Bea of names'].map((name) => ({
  name,
  address: createWallet({ privateKey: `console ${name}` }).address,
}));

/** Tests the names that a sender types into a plan: where the sender reads them, and that nobody else does. */
export const nameScenarios = (fixture: () => Fixture): void => {
  it('shows the names of a plan to its sender in reviews, lists and the inbox, and to nobody else', async () => {
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await one.open('/plans/new');
    await connect(one);
    await page.getByRole('radio', { name: 'Salaries, which recur' }).check();
    for (const [index, { address, name }] of team.entries()) {
      await page.getByLabel(`Recipient ${index + 1}`, { exact: true }).fill(address);
      await page.getByLabel(`Per payday ${index + 1}`).fill('0.01');
      await page.getByLabel(`Name ${index + 1}`).fill(name);
    }
    await page
      .getByRole('button', { name: 'Sign in with your wallet' })
      .or(page.getByText('You pay, about'))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
    await review.getByText('Ada of names (Stream 1)', { exact: true }).waitFor();
    await review.getByText('Bea of names', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/plans\/[0-9a-f-]{36}$/);
    await page.getByText('All salaries are funded').waitFor();
    const plan = idOf(one);

    await one.load('/outgoing');
    await page.getByRole('link', { name: /^Salaries for 2/ }).waitFor();
    await openFilters(one);
    await page.getByLabel('Rows').selectOption('none');
    await page.getByRole('link', { name: 'Ada of names' }).waitFor();
    expect(await look(one, 'outgoing-names')).toEqual([]);
    const link = await page.getByRole('link', { name: 'Ada of names' }).getAttribute('href');
    await fixture().stack.control.passTime(40 * DAY);
    await fixture()
      .weir.payments.at(link?.split('/').at(-1) ?? '')
      .push();
    await one.open('/home');
    const inbox = page.getByRole('list', { name: 'Inbox' });
    await inbox.getByText('Ada of names').first().waitFor();

    // The ledger and its file have the paydays, and the names once the wallet has signed in.
    await one.open('/activity');
    await page.getByRole('listitem').filter({ hasText: 'Ada of names' }).getByText('payday').first().waitFor();
    expect(await look(one, 'activity-paydays')).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [head, ...lines] = (await readText(await (await saved).createReadStream())).trim().split('\r\n');
    expect(head).toMatch(
      /recipient_name,payday,periods,payday_time,currency,currency_amount,price,price_time,price_number,period_amount_base$/u,
    );
    const paid = lines.filter((line) => line.includes(',push,'));
    expect(paid.map((line) => /,Ada of names,\d{10},\d+,\d{4}-\d\d-\d\dT[\d:]{8}Z,{6}$/u.test(line))).toEqual([true]);

    // Each payday says who was paid, and who can still claim.
    await one.open(`/plans/${plan}`);
    await page.getByRole('link', { name: 'Report per payday' }).click();
    const paidRow = page.getByRole('row').filter({ hasText: 'Ada of names' });
    await paidRow.getByText('0.01 BCH').waitFor();
    await page.getByRole('row').filter({ hasText: 'Bea of names' }).getByText('claimable now').waitFor();
    await page.getByRole('row').filter({ hasText: 'Sum of 2 people' }).getByText('0.02 BCH').waitFor();
    expect(await look(one, 'payday-report')).toEqual([]);
    const report = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All paydays as CSV' }).click();
    const reported = (await readText(await (await report).createReadStream())).trim().split('\r\n');
    expect(reported.filter((line) => line.includes(',Ada of names,') && line.includes(',paid,'))).toHaveLength(2);
    expect(reported.filter((line) => line.includes(',Bea of names,') && line.includes(',claimable,'))).toHaveLength(2);
    expect(reported.filter((line) => line.includes(',TOTAL,'))).toHaveLength(2);

    // Nothing of them stays once the wallet has left, and another browser never sees them.
    await page.getByRole('button', { name: CONNECTED }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await one.open('/explore');
    await page.getByRole('heading', { name: 'Explore' }).waitFor();
    const stranger = await fixture().page();
    await stranger.open('/explore');
    await stranger.page.getByText('0.24 BCH').first().waitFor();
    for (const each of [one, stranger]) {
      await each.settled();
      expect(await each.page.getByText('of names').count()).toBe(0);
      expect(await each.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
        'Ada of names',
      );
    }
    expect(one.complaints).toEqual([]);
    await stranger.close();
    await one.close();
  });

  it('groups, filters, sorts and exports long lists, and claims all of what is more than a page', async () => {
    const { weir, stack } = fixture();
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    const own = await ownAddress(one);
    const payer = createWallet({ privateKey: 'console payer of many' });
    await stack.control.fund(payer.address, 500_000_000n);
    await stack.control.mine();
    const start = (await stack.control.info()).tip.medianTimePast - DAY;
    const streams = Array.from({ length: MANY }, (_, n) => ({
      recipient: own,
      amount: n === 7 ? 90_000n : 10_000n,
      label: `Nr. ${n + 1}`,
    }));
    const plan = await weir.plans.create({ product: 'recurring', interval: 'MONTHLY', start, streams }, payer);
    await plan.fund(payer);
    const rent = await weir.payments.create(
      { recipient: own, amountPerPeriod: 20_000n, interval: 'WEEKLY', startDate: start, recipientName: 'Rent' },
      payer,
    );
    await rent.fund(payer);

    await one.open('/incoming');
    await page.getByText(`${MANY + 1} in all`, { exact: true }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^Salaries for ${MANY}`) }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(2);
    expect(await look(one, 'incoming-grouped')).toEqual([]);
    await openFilters(one);
    await page.getByLabel('Rows').selectOption('none');
    await page.getByText(`1 to 25 of ${MANY + 1}`).waitFor();
    await page.getByLabel('Order').selectOption('largest');
    await page.getByRole('main').getByRole('listitem').first().getByText('0.0009').first().waitFor();
    await page.getByLabel('Name, number or address').fill('rent');
    await page.getByText(`1 of ${MANY + 1}`).waitFor();
    await page.getByLabel('Save this view as').fill('My rent');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readText(await (await saved).createReadStream())).trim().split('\r\n');
    expect([lines.length, lines[1]?.includes('Rent')]).toEqual([2, true]);
    await one.load('/incoming');
    await page.getByRole('link', { name: 'My rent' }).click();
    await page.getByText(`1 of ${MANY + 1}`).waitFor();

    // One row of the inbox stands for all fundings of the payroll on its day.
    await one.open('/home');
    const inbox = page.getByRole('list', { name: 'Inbox' });
    await inbox.getByText(`Salaries for ${MANY}`, { exact: true }).waitFor();
    expect(await inbox.getByText('Funded', { exact: true }).count()).toBe(2);
    expect(await look(one, 'home-inbox-grouped')).toEqual([]);
    await page.getByRole('link', { name: 'All events' }).click();
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByText(`${MANY + 1} in all`, { exact: true }).waitFor();
    expect(await events.getByRole('listitem').count()).toBe(2);
    expect(await look(one, 'inbox-grouped')).toEqual([]);
    await openFilters(one);
    await page.getByLabel('Rows').selectOption('none');
    await events.getByText(`1 to 25 of ${MANY + 1}`).waitFor();
    await page.getByLabel('Order').selectOption('largest');
    await page.getByLabel('Name, number or address').fill('rent');
    await events.getByText(`1 of ${MANY + 1}`).waitFor();
    const written = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const eventLines = (await readText(await (await written).createReadStream())).trim().split('\r\n');
    expect([eventLines.length, eventLines[1]?.includes('Rent')]).toEqual([2, true]);

    await one.open('/home');
    await page.getByRole('button', { name: `Claim all ${MANY + 1}` }).click();
    // Half of them first: a busy machine takes its time for each.
    await page.getByText(new RegExp(`^(?:[5-9]\\d|\\d{3}) of ${MANY + 1} claimed\\.`)).waitFor();
    await page.getByText(`${MANY + 1} of ${MANY + 1} claimed.`).waitFor();
    await page.getByRole('button', { name: /^Claim (?:all )?\d/ }).waitFor({ state: 'detached' });
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('changes one salary from its next payday on, and shows who is paid what until when', async () => {
    const { weir, stack } = fixture();
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
    const payday = await page.getByLabel('First payday').inputValue();
    await page.getByLabel('First payday').fill('2026-01-01T08:00');
    const warning = page.getByRole('status').filter({ hasText: 'It starts in the past' });
    await warning.getByText('2 rows start in the past').waitFor();
    await page.getByLabel('First payday').fill(payday);
    await warning.waitFor({ state: 'detached' });
    await page.getByText('You pay, about').waitFor();
    await createAndFund(one, 'plans');
    const old = idOf(one);
    await stack.control.passTime(40 * DAY);
    await stack.control.mine();
    const before = (await weir.plans.at(old).streamsPage()).streams;
    const [ada, bea] = before;

    await one.load(`/plans/${old}`);
    await page.getByRole('link', { name: 'Change salaries' }).click();
    await page.getByRole('textbox', { name: 'Per payday, BCH' }).first().fill('0.02');
    const changes = page.getByRole('list', { name: 'What changes' });
    await changes.getByText('Ada of names').waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(1);
    expect(await look(one, 'change-salary')).toEqual([]);
    await page.getByRole('button', { name: 'Change 1 salary' }).click();
    await page.getByRole('button', { name: 'Change them' }).click();
    await page.waitForURL((url) => /plans\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(old));
    await page.getByText('All salaries are funded').waitFor();

    const next = (await weir.plans.at(idOf(one)).streamsPage()).streams;
    const { payment: ended } = await weir.payments.at(ada?.id ?? '').get();
    const { payment: going } = await weir.payments.at(bea?.id ?? '').get();
    expect([ended.status, going.status, next.length]).toEqual(['CANCELLED', 'ACTIVE', 1]);
    // What the old one paid, and the first payday of the new one, follow each other without a gap.
    const paid = Number(ended.total_paid_base / 1_000_000n);
    const unpaid = paydayFrom(paceOf(ended), ended.start_date, paid);
    expect([next[0]?.start, next[0]?.amount_per_period_base]).toEqual([unpaid, 2_000_000n]);
    await stack.control.passTime(DAY);
    await stack.control.mine(10);
    await eventually(async () =>
      expect((await weir.payments.at(ended.id).get()).payment.refund?.status).not.toBe('pending'),
    );
    expect((await weir.payments.at(ended.id).get()).payment.total_paid_base).toBe(ended.total_paid_base);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
