import { createWeir, type CurrencyTerms, type Pending, type Progress } from '@weir/client';
import { type LocalOracle, startOracle } from '@weir/devnet';
import { until } from '@weir/testing';
import {
  BCH,
  carryOutAndMine,
  DAY,
  openGrantsVault,
  reading,
  startFixture,
  type Fixture,
  type TestWallet,
} from './support/fixture.js';

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

/** The 15th and the last day of each month, from the next month on. */
const datedTerms = async (recipient: TestWallet, changes: Partial<CurrencyTerms> = {}): Promise<CurrencyTerms> => {
  const now = new Date((await fixture.now()) * 1_000);
  const startDate = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10) / 1_000;
  const calendar = { months: 1, day: 15, secondDay: 31, time: '09:00', utcOffset: '-03:00' };
  const { interval: _, ...terms } = await termsFor(recipient, { openingAmount: 10n * BCH });
  return { ...terms, calendar, startDate, ...changes };
};

it('funds payments by the calendar, and pauses, resumes and cancels them, each checked', async () => {
  const [sender, recipient] = [await fixture.wallet(90n * BCH), await fixture.wallet()];
  const terms = await datedTerms(recipient);
  const payment = await fixture.weir.currencyPayments.create(terms, sender);
  expect(payment.record).toMatchObject({ interval: 'CALENDAR', periods: null, calendar: { day: 15, secondDay: 31 } });
  // Without an end, too, nobody has to read what was requested in full.
  expect(await payment.fund(sender)).toMatchObject({ status: 'ACTIVE' });
  await fixture.stack.control.mine();
  expect(await payment.pause(sender)).toMatchObject({ status: 'PAUSED' });
  await fixture.stack.control.mine(7);
  await payment.push();
  expect(await payment.resume(sender)).toMatchObject({ status: 'ACTIVE' });
  await fixture.stack.control.mine();
  expect(await payment.cancel(sender)).toMatchObject({ status: 'CANCELLED' });
});

it('refuses a funding by the calendar where the service stored other paydays than were requested', async () => {
  const [sender, recipient] = [await fixture.wallet(90n * BCH), await fixture.wallet()];
  const terms = await datedTerms(recipient, { periods: 24 });
  const payment = await fixture.weir.currencyPayments.create(terms, sender);
  const { calendar, ...equal } = terms;
  const { secondDay: _, ...once } = calendar ?? { months: 1, day: 15, time: '09:00' };
  const at = Math.floor(Date.now() / 1_000);
  for (const [asked, what] of [
    [{ ...terms, calendar: { ...calendar, day: 14 } }, 'day of the month'],
    [{ ...terms, calendar: { ...calendar, secondDay: 30 } }, 'second day of the month'],
    [{ ...terms, calendar: once }, 'second day of the month'],
    [{ ...terms, calendar: { ...once, months: 3 } }, 'number of months'],
    [{ ...terms, calendar: { ...calendar, time: '09:01' } }, 'time of day'],
    [{ ...terms, calendar: { ...calendar, utcOffset: '+03:00' } }, 'distance from UTC'],
    [{ ...terms, periods: 23 }, 'number of periods'],
    [{ ...terms, periods: null }, 'number of periods'],
    [{ ...terms, periods: null, endDate: (terms.startDate ?? 0) + 90 * DAY }, 'number of periods'],
    [{ ...terms, startDate: (terms.startDate ?? 0) + 30 * DAY }, 'start'],
    [{ ...equal, interval: 'MONTHLY' }, 'calendar'],
  ] as const) {
    fixture.weir.noteTerms(payment.id, asked, false, at);
    await expect(payment.fund(sender)).rejects.toThrow(`another ${what}`);
  }
});

/** A client whose service gets other words than are sent, and says in its answers that it got those. */
const rewording = (sent: string, got: string) =>
  createWeir({
    baseUrl: fixture.stack.apiUrl,
    async fetch(request) {
      const isCreation = request.method === 'POST' && request.url.endsWith('/create');
      const body = isCreation ? (await request.text()).replace(sent, got) : undefined;
      const answer = await fetch(
        isCreation ? new Request(request.url, { method: 'POST', headers: request.headers, body: body ?? '' }) : request,
      );
      if (answer.headers.get('content-type')?.includes('json') !== true) return answer;
      const said = (await answer.text()).replaceAll(got, sent);
      return new Response(said, { status: answer.status, headers: { 'content-type': 'application/json' } });
    },
  });

it.each([
  ['another second payday', '"secondDay":31', '"secondDay":30'],
  ['fewer paydays', '"periods":24', '"periods":23'],
])('refuses a funding by the calendar that opens %s than its record says', async (_, sent, got) => {
  const [sender, recipient] = [await fixture.wallet(90n * BCH), await fixture.wallet()];
  const payment = await rewording(sent, got).currencyPayments.create(
    await datedTerms(recipient, { periods: 24 }),
    sender,
  );
  await expect(payment.fund(sender)).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
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

/** Blocks of notice on the devnet. */
const NOTICE = 6;
/** Less than the smallest top-up of these payments. */
const SMALL = 100_000n;

/** A client whose service answers what is built for one record with what it builds for another. */
const swapping = (path: RegExp, asked: string, answered: string) =>
  createWeir({
    baseUrl: fixture.stack.apiUrl,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (!path.test(pathname) || !pathname.includes(asked)) return fetch(request);
      return fetch(new Request(request.url.replace(asked, answered), request));
    },
  });

/** Sends coins to the till of a payment, and waits until the sender may take them. */
const sendToTill = async (payment: { readonly id: string }, satoshis = SMALL) => {
  const { address } = await fixture.weir.currencyPayments.at(payment.id).till();
  await fixture.stack.control.fund(address, satoshis);
  await fixture.stack.control.mine(NOTICE + 1);
};

it('takes back what was not added, signed after it was checked, and refuses what takes from another till', async () => {
  const { payment, sender, recipient } = await openFunded();
  const other = await openPayment();
  await other.payment.fund(other.sender);
  await expect(payment.take(sender)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  for (const { id } of [payment, other.payment]) await sendToTill({ id });
  expect(await payment.till()).toMatchObject({ takeableCoins: 1, takeableBase: SMALL, coins: [{ isAdded: false }] });
  await expect(payment.take(recipient)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // What the service builds is that of another payment, which only its own sender may take.
  const liar = swapping(/\/take$/, payment.id, other.payment.id);
  await expect(liar.currencyPayments.at(payment.id).take(other.sender)).rejects.toMatchObject({
    code: 'UNEXPECTED_TRANSACTION',
  });
  const { read, onReview } = reading();
  const pending: Pending[] = [];
  const onProgress = (progress: Progress): void => {
    if (progress.step === 'confirming') pending.push(progress.pending);
  };
  expect(await payment.take(sender, { onReview, onProgress })).toMatchObject({ status: 'ACTIVE' });
  expect(read.join('\n')).toContain('which was sent for the payments to');
  expect((await payment.till()).waitingCoins).toBe(0);
  expect(pending.map(({ path }) => path)).toEqual(['/api/currency-payments/{id}/confirm-take']);
  for (const each of pending) expect(await fixture.weir.resume(each)).toMatchObject({ status: 'ACTIVE' });
});

/** Two payments of one treasury, opened by its members. */
const openByVault = async () => {
  const opened = await openGrantsVault(fixture);
  const { vault, alice, bob, carol } = opened;
  const { contractAddress } = await vault.get(alice);
  await fixture.stack.control.fund(contractAddress ?? '', 50n * BCH);
  await fixture.stack.control.mine();
  const recipient = await fixture.wallet();
  const terms = await termsFor(recipient, {
    vaultId: vault.id,
    openingAmount: 10n * BCH,
    others: [{ recipient: (await fixture.wallet()).address, amountPerPeriod: 75, openingAmount: BCH }],
  });
  const payment = await fixture.weir.currencyPayments.create(terms, alice);
  const [other] = payment.others;
  if (other === undefined) throw new Error('Two payments were created');
  const subject = { currencyPaymentIds: [payment.id, other.id] };
  await carryOutAndMine(fixture, await vault.proposeFunding(subject, alice), bob, carol);
  return { ...opened, payment, other };
};

it('has a treasury top up the payment that its proposal names, and refuses any other address', async () => {
  const { vault, alice, bob, carol, payment, other } = await openByVault();
  const terms = { kind: 'topup', currencyPaymentIds: [payment.id], amount: 2n * BCH } as const;
  const topUp = await vault.propose(terms, alice);
  const foreign = await vault.propose({ ...terms, currencyPaymentIds: [other.id] }, alice);
  const thief = await fixture.wallet();
  const theft = await vault.propose({ recipient: thief.address, amount: 2n * BCH }, alice);
  const { read, onReview } = reading();
  // The service has the till of another payment filled, or a stranger paid, in the place of what the proposal names.
  for (const { id } of [foreign, theft]) {
    const liar = swapping(/\/approve$/, topUp.id, id);
    await expect(liar.proposals.at(topUp.id).approve(bob, { onReview })).rejects.toMatchObject({
      code: 'UNEXPECTED_TRANSACTION',
    });
  }
  expect(read).toEqual([]);
  // Who proposed it knows which payment it is for.
  const misnamed = swapping(/^\/api\/proposals\/[^/]+(?:\/approve)?$/, topUp.id, foreign.id);
  misnamed.noteTerms(topUp.id, { ...terms, vaultId: vault.id }, false, Math.floor(Date.now() / 1_000));
  await expect(misnamed.proposals.at(topUp.id).approve(bob, { onReview })).rejects.toMatchObject({
    code: 'UNEXPECTED_TRANSACTION',
  });
  const before = (await payment.get()).payment.balanceBase;
  await topUp.approve(bob, { onReview });
  expect(read.join('\n')).toContain('to the top-up address of the payments to');
  await topUp.approve(carol);
  await topUp.execute(carol);
  await fixture.stack.control.mine();
  const after = await until('the top-up', async () => {
    const { balanceBase } = (await payment.get()).payment;
    return balanceBase === before ? undefined : balanceBase;
  });
  expect(after - before > 2n * BCH - 2_000n).toBe(true);
});

it('has a treasury take back what was not added to its payment', async () => {
  const { vault, alice, bob, carol, payment, other } = await openByVault();
  for (const { id } of [payment, other]) await sendToTill({ id });
  const terms = { kind: 'take', currencyPaymentIds: [payment.id] } as const;
  const taking = await vault.propose(terms, alice);
  const foreign = await vault.propose({ ...terms, currencyPaymentIds: [other.id] }, alice);
  const liar = swapping(/\/approve$/, taking.id, foreign.id);
  const { onReview } = reading();
  await expect(liar.proposals.at(taking.id).approve(bob, { onReview })).rejects.toMatchObject({
    code: 'UNEXPECTED_TRANSACTION',
  });
  expect(await carryOutAndMine(fixture, taking, bob, carol)).toBe('EXECUTED');
  expect((await payment.till()).waitingCoins).toBe(0);
  expect((await fixture.weir.currencyPayments.at(other.id).till()).waitingCoins).toBe(1);
});
