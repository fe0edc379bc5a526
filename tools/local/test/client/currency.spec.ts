import type { CurrencyTerms, Pending, Progress } from '@weir/client';
import { type LocalOracle, startOracle } from '@weir/devnet';
import { until } from '@weir/testing';
import { BCH, DAY, reading, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

/** Cents of one BCH. */
const PRICE = 45_000n;
/** Later than any time that the chain or the machine reaches: the chain of these tests is behind the machine's clock. */
const ALWAYS = 4_000_000_000n;

let oracle: LocalOracle;
let fixture: Fixture;
beforeAll(async () => {
  oracle = await startOracle({ priceAt: () => PRICE, now: () => ALWAYS });
  fixture = await startFixture({ ORACLES: `USD:2:${oracle.publicKey}@${oracle.url}` });
  await until(
    'a price of the oracle',
    async () => (await fixture.weir.currencyPayments.oracles())[0]?.price ?? undefined,
  );
});
afterAll(async () => {
  await fixture.stop();
  await oracle.stop();
});

/** 1,500 USD a day from tomorrow on, without an end, with everything named that a lie about the price could change. */
const termsFor = async (recipient: TestWallet, changes: Partial<CurrencyTerms> = {}): Promise<CurrencyTerms> => ({
  recipient: recipient.address,
  currency: 'USD',
  oracle: oracle.publicKey,
  decimals: 2,
  amountPerPeriod: 1500,
  interval: 'DAILY',
  startDate: (await fixture.now()) + DAY,
  priceBounds: { lowest: '112.5', highest: 1800 },
  openingAmount: 20n * BCH,
  ...changes,
});

const openPayment = async (changes: Partial<CurrencyTerms> = {}) => {
  const [sender, recipient] = [await fixture.wallet(90n * BCH), await fixture.wallet()];
  const payment = await fixture.weir.currencyPayments.create(await termsFor(recipient, changes), sender);
  return { sender, recipient, payment };
};

const openFunded = async () => {
  const opened = await openPayment();
  await opened.payment.fund(opened.sender);
  await fixture.stack.control.mine();
  return opened;
};

it('funds a payment whose terms were all requested, with nobody reading, and pays it at the oracle’s price', async () => {
  const { payment, recipient } = await openFunded();
  expect((await payment.get()).payment).toMatchObject({ status: 'ACTIVE', recipient: recipient.address });
  await fixture.passDays(1.5);
  // The service pays by itself as well.
  await payment.push();
  const [period, ...others] = await until('a price that is fixed', async () => {
    const checked = await payment.checkPrices();
    return checked.length === 0 ? undefined : checked;
  });
  expect(others).toEqual([]);
  expect(period).toMatchObject({ price: PRICE, satoshis: (150_000n * BCH) / PRICE });
  expect((await payment.get()).payment.total_paid_base).toBe(period?.satoshis);
});

it('opens several payments by one signature, each of them as it was requested', async () => {
  const [second, third] = [await fixture.wallet(), await fixture.wallet()];
  const { payment, sender } = await openPayment({
    openingAmount: 10n * BCH,
    others: [
      { recipient: second.address, amountPerPeriod: 75, openingAmount: BCH },
      { recipient: third.address, amountPerPeriod: '300', openingAmount: 2n * BCH },
    ],
  });
  expect(payment.others.map(({ recipient }) => recipient)).toEqual([second.address, third.address]);
  await payment.fund(sender);
  for (const { id } of payment.others)
    expect((await fixture.weir.currencyPayments.at(id).get()).payment.status).toBe('ACTIVE');
});

it('pauses, resumes and cancels several payments by one signature each, which says so in one sentence', async () => {
  const { payment, sender } = await openPayment({
    openingAmount: 10n * BCH,
    others: [{ recipient: (await fixture.wallet()).address, amountPerPeriod: 75, openingAmount: BCH }],
  });
  await payment.fund(sender);
  await fixture.stack.control.mine();
  const ids = [payment.id, ...payment.others.map(({ id }) => id)];
  const { currencyPayments } = fixture.weir;
  const statuses = () => Promise.all(ids.map(async (id) => (await currencyPayments.at(id).get()).payment.status));
  const { read, onReview } = reading();
  const paused = await currencyPayments.pause(ids, sender, { onReview });
  expect(paused).toEqual({ payments: ids, txHashes: [expect.any(String)] });
  expect(read.join('\n')).toContain('Pauses payments to 2 recipients: ');
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED']);
  await fixture.stack.control.mine(7);
  for (const id of ids) await currencyPayments.at(id).push();
  await currencyPayments.resume(ids, sender);
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE']);
  await fixture.stack.control.mine();
  await currencyPayments.cancel(ids, sender);
  expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED']);
});

it('refuses a funding that opens another payment beside those that were requested', async () => {
  const [second, thief] = [await fixture.wallet(), await fixture.wallet()];
  const others = [{ recipient: second.address, amountPerPeriod: 75, openingAmount: BCH }];
  const { payment, sender } = await openPayment({ openingAmount: 10n * BCH, others });
  // As if the service had stored more, or others, than it was asked for.
  const requested = await termsFor(sender, { recipient: payment.record.recipient, openingAmount: 10n * BCH });
  const at = Math.floor(Date.now() / 1_000);
  for (const [terms, what] of [
    [requested, 'number of payments'],
    [{ ...requested, others: [{ ...others[0], recipient: thief.address, amountPerPeriod: 75 }] }, 'recipient'],
    [{ ...requested, others: [{ ...others[0], recipient: second.address, amountPerPeriod: 74 }] }, 'amount'],
  ] as const) {
    fixture.weir.noteTerms(payment.id, terms, false, at);
    await expect(payment.fund(sender)).rejects.toThrow(what);
  }
});

it('has somebody read the funding where the service chose the bounds, and says what they mean', async () => {
  const { payment, sender } = await openPayment({ priceBounds: null });
  await expect(payment.fund(sender)).rejects.toMatchObject({ code: 'REVIEW_REQUIRED' });
  const { read, onReview } = reading();
  expect(await payment.fund(sender, { onReview })).toMatchObject({ status: 'ACTIVE' });
  expect(read.join('\n')).toContain('Prices that count, of one BCH: 112.50 USD – 1800.00 USD');
  // Read from the message that the oracle signed, not from what the service says of it.
  expect(read.join('\n')).toMatch(/Latest price, signed by the oracle: 450\.00 USD for 1 BCH, \d{4}-/);
  expect(read.join('\n')).toContain('At the latest price: 3.33333333 BCH');
});

it('pauses, resumes, tops up and cancels, each signed after it was checked', async () => {
  const { payment, sender, recipient } = await openFunded();
  const mineNotice = () => fixture.stack.control.mine(7);
  expect(await payment.pause(sender)).toMatchObject({ status: 'PAUSED' });
  await mineNotice();
  await payment.push();
  expect(await payment.resume(sender)).toMatchObject({ status: 'ACTIVE' });
  await fixture.stack.control.mine();
  const payer = await fixture.wallet(10n * BCH);
  const before = (await payment.get()).payment.balanceBase;
  await payment.topUp(5n * BCH, payer);
  expect((await payment.get()).payment.balanceBase).toBe(before + 5n * BCH);
  await fixture.stack.control.mine();
  await expect(payment.cancel(recipient)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await payment.cancel(sender)).toMatchObject({ status: 'CANCELLED' });
});

it('continues with a funding and a top-up that were signed before a reload', async () => {
  const { payment, sender } = await openPayment();
  const signed: Pending[] = [];
  const note = (progress: Progress): void => {
    if (progress.step === 'confirming') signed.push(progress.pending);
  };
  await payment.fund(sender, { onProgress: note });
  await fixture.stack.control.mine();
  await payment.topUp(5n * BCH, await fixture.wallet(10n * BCH), { onProgress: note });
  expect(signed.map(({ path }) => path)).toEqual([
    '/api/currency-payments/{id}/confirm-funding',
    '/api/currency-payments/{id}/confirm',
  ]);
  const before = (await payment.get()).payment.balanceBase;
  for (const pending of signed) expect(await fixture.weir.resume(pending)).toMatchObject({ status: 'ACTIVE' });
  expect((await payment.get()).payment.balanceBase).toBe(before);
});

it('lists payments and previews terms', async () => {
  const { payment, sender, recipient } = await openPayment();
  const listed = [];
  for await (const { id } of fixture.weir.currencyPayments.list({ sender: sender.address })) listed.push(id);
  expect(listed).toEqual([payment.id]);
  const preview = await fixture.weir.currencyPayments.preview(await termsFor(recipient), sender);
  expect(preview.payment).toMatchObject({ amount_per_period_base: 150_000n, currency: 'USD' });
});
