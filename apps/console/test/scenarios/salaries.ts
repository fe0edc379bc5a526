import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, CONNECTED, createAndFund, idOf, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';

const HOUR = 3_600;
const DAY = 86_400;
/** The key of a signer whose pages are open. */
const SIGNER = '49'.repeat(32);
/** The key of a wallet that pays many salaries. */
const PAYER = '4e'.repeat(32);
const payee = createWallet({ privateKey: 'console salary payee' });

/** Creates and funds a monthly salary in the page. @returns its id */
const createSalary = async (one: ConsolePage, name: string): Promise<string> => {
  const { page } = one;
  await one.open('/payments/new');
  await page.getByLabel('Recipient', { exact: true }).fill(payee.address);
  await page.getByLabel('Amount per payday').fill('0.01');
  await page.getByLabel('Name for the recipient (optional)').fill(name);
  await page.getByText('You pay, about').waitFor();
  await createAndFund(one, 'payments');
  await page.getByText('Active', { exact: true }).waitFor();
  return idOf(one);
};

/** Tests changes of single salaries, and of the payroll of a treasury. */
export const salaryScenarios = (fixture: () => Fixture): void => {
  const readPayment = async (id: string) => (await fixture().weir.payments.at(id).get()).payment;
  /** Has the notice of a cancel end, and waits until the rest has returned. */
  const endNotice = async (id: string): Promise<void> => {
    await fixture().stack.control.mine(8);
    await eventually(async () => expect((await readPayment(id)).refund?.status).not.toBe('pending'));
  };

  it('changes a single salary from its next payday on, in one flow, and opens no second one after it', async () => {
    const { stack } = fixture();
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    const old = await createSalary(one, 'Ada of one salary');
    const { calendar } = await readPayment(old);
    await stack.control.passTime(40 * DAY);
    await stack.control.mine();

    await one.load(`/payments/${old}`);
    await page.getByRole('link', { name: 'Change the salary' }).click();
    // The page before has such a field, too.
    await page.getByRole('heading', { name: 'Change a salary' }).waitFor();
    await page.getByRole('textbox', { name: 'Per payday, BCH' }).fill('0.02');
    await page.getByText(/^0\.01 BCH up to the payday on .*, 0\.02 BCH from .* on\.$/).waitFor();
    await page.getByText('Sign the cancel by').waitFor();
    expect(await look(one, 'change-payment')).toEqual([]);
    await page.getByRole('button', { name: 'Change the salary' }).click();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.waitForURL((url) => /payments\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(old));
    await page.getByText('Active', { exact: true }).waitFor();

    const [before, next] = [await readPayment(old), await readPayment(idOf(one))];
    expect([before.status, next.start_date, next.amount_per_period_base, next.recipient_name]).toEqual([
      'CANCELLED',
      before.unpaid_from,
      2_000_000n,
      'Ada of one salary',
    ]);
    // Both are on the same days of the month.
    expect(before.unpaid_from).toBe(calendar?.paydays[before.payment_count]);
    expect(next.calendar?.paydays.slice(0, 10)).toEqual(calendar?.paydays.slice(2));
    await endNotice(old);
    expect((await readPayment(old)).total_paid_base).toBe(before.total_paid_base);

    // The page of the old one leads to the new one, and offers no other.
    await one.load(`/payments/${old}`);
    await page.getByRole('link', { name: 'Open a new salary' }).click();
    await page.getByText('A new salary starts where this one ended.').waitFor();
    expect(await page.getByRole('button', { name: /new salary$/ }).count()).toBe(0);
    expect(await look(one, 'changed-payment')).toEqual([]);
    await page.getByRole('link', { name: 'Open the new salary' }).click();
    await page.waitForURL(new RegExp(next.id));
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('sends no cancel that was agreed to too close to a payday', async () => {
    const { stack } = fixture();
    const one = await fixture().page({ readsReviews: true });
    const { page } = one;
    await one.open('/');
    await connect(one);
    await one.open('/payments/new');
    await page.getByLabel('Recipient', { exact: true }).fill(payee.address);
    await page.getByLabel('Amount per payday').fill('0.01');
    await page.getByText('You pay, about').waitFor();
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.waitForURL(/payments\/[0-9a-f-]{36}$/);
    await page.getByText('Active', { exact: true }).waitFor();
    const id = idOf(one);
    await stack.control.passTime(3 * DAY);
    await stack.control.mine();

    await one.load(`/payments/${id}/change`);
    await page.getByRole('textbox', { name: 'Per payday, BCH' }).fill('0.02');
    await page.getByRole('button', { name: 'Change the salary' }).click();
    await page.getByRole('button', { name: 'Change it' }).click();
    const review = page.getByRole('alertdialog', { name: 'Check before you sign' });
    await review.getByRole('button', { name: 'Continue to the wallet' }).waitFor();
    // The review is left open until shortly before the payday.
    const { calendar, as_of: asOf } = await readPayment(id);
    const payday = calendar?.paydays.find((at) => at > asOf) ?? 0;
    await stack.control.passTime(payday - asOf - 2 * HOUR);
    await stack.control.mine();
    await review.getByRole('button', { name: 'Continue to the wallet' }).click();
    await page.getByText('The next payday is too close').first().waitFor();
    expect(await look(one, 'change-too-late')).toEqual([]);
    expect((await readPayment(id)).status).toBe('ACTIVE');
    // The page says so from the beginning then.
    await one.load(`/payments/${id}/change`);
    await page.getByText(/is too close: change this salary after it\.$/).waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('changes the salary of a treasury by two proposals, and no payday is lost or paid twice though they are signed late', async () => {
    const { weir, stack } = fixture();
    const own = walletOfKey(SIGNER);
    const others = ['first', 'second'].map((name) => createWallet({ privateKey: `console ${name} payroll signer` }));
    const [other] = others;
    const signers = [own, ...others];
    for (const { address } of signers) await stack.control.fund(address, 500_000_000n);
    await stack.control.mine();
    const vault = await weir.vaults.create(
      {
        name: 'Salaries of a treasury',
        totalDeposit: 2,
        signers: signers.map(({ address }) => address),
        signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      },
      own,
    );
    await vault.deposit(own);
    await stack.control.mine();
    /** Two signers sign, the second of whom sends it. */
    const carryOut = async (proposalId: string): Promise<void> => {
      const proposal = weir.proposals.at(proposalId);
      // Some are the page's.
      const onReview = () => true;
      await proposal.approve(own, { onReview });
      await proposal.approve(other, { onReview });
      await proposal.execute(own, { onReview });
      await stack.control.mine();
    };
    const { medianTimePast: start } = await weir.dev.chain();
    const plan = await weir.plans.create(
      {
        product: 'recurring',
        interval: 'MONTHLY',
        start,
        vaultId: vault.id,
        streams: ['Ada', 'Bea'].map((label) => ({
          recipient: createWallet({ privateKey: `console treasury ${label}` }).address,
          amount: 1_000_000n,
          label: `${label} of the treasury`,
        })),
      },
      own,
    );
    await carryOut((await vault.proposeFunding({ planId: plan.id }, own)).id);
    await stack.control.passTime(10 * DAY);
    await stack.control.mine();

    const one = await fixture().page();
    const { page } = one;
    await storeWallet(page.context(), SIGNER);
    await one.load(`/plans/${plan.id}`);
    await page.getByRole('button', { name: CONNECTED }).waitFor();
    await page.getByRole('link', { name: 'Change salaries' }).click();
    await page.getByRole('textbox', { name: 'Per payday, BCH' }).first().fill('0.02');
    await page.getByText('If they sign late', { exact: false }).waitFor();
    expect(await look(one, 'change-salary-of-vault')).toEqual([]);
    await page.getByRole('button', { name: 'Propose to cancel 1 old salary' }).click();
    await page.getByRole('button', { name: 'Change them' }).click();
    await page.waitForURL(/proposals\/[0-9a-f-]{36}$/);

    // They sign a month later, a few hours before another payday, which the notice then pays.
    const proposal = idOf(one);
    const [row] = (await plan.streamsPage({}, own)).streams;
    const id = row?.id ?? '';
    const { as_of: asOf, interval_seconds: interval } = await readPayment(id);
    const payday = start + 2 * (interval ?? 0);
    await stack.control.passTime(payday - asOf - 2 * HOUR);
    await stack.control.mine();
    await carryOut(proposal);
    await eventually(async () => expect((await readPayment(id)).status).toBe('CANCELLED'));
    // In another tab: the one that the amount was typed in is closed by then.
    await page.evaluate('sessionStorage.clear()');
    await one.load(`/plans/${plan.id}/change`);
    const next = page.getByRole('list', { name: 'New salaries' });
    await next.getByText('Until its cancel notice ends', { exact: false }).waitFor();
    const propose = page.getByRole('button', { name: /^Propose \d+ new salar/ });
    expect(await propose.count()).toBe(0);
    expect(await look(one, 'change-waits')).toEqual([]);

    await stack.control.passTime(3 * HOUR);
    await endNotice(id);
    const ended = await readPayment(id);
    await one.load(`/plans/${plan.id}/change`);
    await next.getByText(/^.*: 0\.02 BCH from .* on\.$/).waitFor();
    await page.getByRole('button', { name: 'Propose 1 new salary' }).click();
    await page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
    const { subjects } = await weir.proposals.at(idOf(one)).get(own);
    await carryOut(idOf(one));
    const [first] = (await weir.plans.at(subjects[0]?.id ?? '').streamsPage({}, own)).streams;
    // The new one starts with the first payday that the old one did not pay.
    expect([first?.start, first?.amount_per_period_base]).toEqual([
      ended.start_date + ended.payment_count * (ended.interval_seconds ?? 0),
      2_000_000n,
    ]);
    expect(first?.start).toBe(ended.unpaid_from);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('shows what changes beside fifty salaries, and on a phone behind one button', async () => {
    const { weir, stack } = fixture();
    const own = walletOfKey(PAYER);
    await stack.control.fund(own.address, 500_000_000n);
    await stack.control.mine();
    const { medianTimePast: start } = await weir.dev.chain();
    const streams = Array.from({ length: 50 }, (_, index) => ({
      recipient: createWallet({ privateKey: `console one of fifty ${index}` }).address,
      amount: 100_000n,
      label: `Nr. ${index + 1}`,
    }));
    const plan = await weir.plans.create({ product: 'recurring', interval: 'MONTHLY', start, streams }, own);
    await plan.fund(own);
    await stack.control.passTime(10 * DAY);
    await stack.control.mine();
    for (const width of [1_440, 390]) {
      const one = await fixture().page({ width });
      const { page } = one;
      await storeWallet(page.context(), PAYER);
      await one.load(`/plans/${plan.id}/change`);
      await page.getByRole('textbox', { name: 'Per payday, BCH' }).first().fill('0.002');
      const jump = page.getByRole('button', { name: 'See what 1 change does' });
      if (width === 390) await jump.click();
      else expect(await jump.isVisible()).toBe(false);
      const change = page.getByRole('list', { name: 'What changes' }).getByText(/0\.002 BCH from .* on\.$/);
      await eventually(async () => {
        const box = await change.boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
      });
      expect(await look(one, `change-fifty-${width}`)).toEqual([]);
      expect(one.complaints).toEqual([]);
      await one.close();
    }
  });

  it('shows several claims of one list on Home as one row with one button', async () => {
    const { weir, stack } = fixture();
    const one = await fixture().page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    const own = await ownAddress(one);
    const payer = createWallet({ privateKey: 'console payer of three rows' });
    await stack.control.fund(payer.address, 1_000_000_000n);
    await stack.control.mine();
    const start = (await weir.dev.chain()).medianTimePast - DAY;
    const streams = Array.from({ length: 3 }, () => ({ recipient: own, amount: 1_000_000n }));
    const plan = await weir.plans.create({ product: 'recurring', interval: 'MONTHLY', start, streams }, payer);
    await plan.fund(payer);
    const terms = { recipient: own, amountPerPeriod: 0.5, interval: 'MONTHLY', startDate: start } as const;
    const rent = await weir.payments.create({ ...terms, recipientName: 'Rent of its own' }, payer);
    await rent.fund(payer);
    await one.load('/home');
    const needs = page.getByRole('region', { name: 'Needs you' });
    const group = needs.getByRole('listitem').filter({ hasText: 'Claim: 3 salaries' });
    await group.getByText('0.03 BCH').waitFor();
    await needs.getByText('Claim: Rent of its own').waitFor();
    expect(await needs.getByRole('listitem').count()).toBe(2);
    expect(await look(one, 'home-claims-grouped')).toEqual([]);
    await group.getByRole('button', { name: 'Claim all 3' }).click();
    await page.getByText('3 of 3 claimed.').waitFor();
    await group.waitFor({ state: 'detached' });
    await needs.getByText('Claim: Rent of its own').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
