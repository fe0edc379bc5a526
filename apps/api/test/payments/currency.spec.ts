import { binToHex, hexToBin } from '@bitauth/libauth';
import type {
  ActivityEntriesResponse,
  ActivityLine,
  CalendarLinkResponse,
  CreateCurrencyPaymentResponse,
  CurrencyPaymentResource,
  ListCurrencyPaymentsResponse,
  ListEventsResponse,
  PortfolioResponse,
  RecordEvent,
  SearchResponse,
  TopUpResponse,
} from '@weir/api-contract';
import { parseParty } from '@weir/covenants';
import { DAY } from '@weir/lives';
import { decodeOracleMessage, findPairProblem, hasPrice, satoshisAt } from '@weir/payments';
import { isSignedMessage } from '@weir/payments/oracle';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { refusal, succeeded } from '../support/client.js';
import {
  createActiveCurrency,
  createCurrency,
  createEndedCurrency,
  createPausedCurrency,
  currencyOf,
  moveCurrency,
  PRICE,
  pushCurrency,
  readCurrency,
  useCurrencyFixture,
} from '../support/currency-scenario.js';

/** Falls by 10 cents a day, so that each date has a price of its own. */
const priceAt = (time: bigint): bigint => PRICE - ((time / BigInt(DAY)) % 1_000n) * 10n;

const fixture = useCurrencyFixture({ WATCHER: 'protect' }, priceAt);

const AMOUNT = 150_000n;
const untilRead = (path: string, what: string, is: (payment: CurrencyPaymentResource) => boolean) =>
  until(what, async () => {
    const { payment } = await readCurrency(fixture, path);
    return is(payment) ? payment : undefined;
  });

/** Sends BCH as any wallet does that knows nothing but an address. */
const sendTo = async (address: string | null, satoshis: bigint): Promise<void> => {
  const parsed = parseParty(address ?? '', 'devnet');
  if (!parsed.ok) throw new Error(address ?? 'no address');
  fixture.devnet.node.fund(binToHex(parsed.party), satoshis);
  await fixture.mine();
};

/** The events of a payment so far, the oldest first, but those that say that a step is final. */
const eventsOf = async (id: string): Promise<readonly RecordEvent[]> => {
  const path = `/api/events?format=json&limit=200&record=${id}`;
  const { events } = await succeeded(fixture.client.get<ListEventsResponse>(path));
  return events.filter(({ kind }) => kind !== 'final');
};

describe('the events of a payment in a currency', () => {
  it('have the price and both amounts of each period, its debt, and what was added', async () => {
    const { id, path, sender, recipient, fundingTxHash } = await createActiveCurrency(fixture, { openingAmount: 5 });
    await fixture.advance(2 * DAY + 60);
    const dry = await untilRead(path, 'two periods', ({ payment_count }) => payment_count === 2);
    await sendTo(dry.topUpAddress, 2_000_000_000n);
    await untilRead(path, 'the debt to be paid', ({ owedBase }) => owedBase === '0');
    const events = await until('all events', async () => {
      const found = await eventsOf(id);
      return found.some(({ kind }) => kind === 'debt_paid') ? found : undefined;
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['created', 'funded', 'period_paid', 'period_paid', 'underfunded', 'topped_up', 'debt_paid'],
    ]);
    const [created, funded, first, second, underfunded, toppedUp, debtPaid] = events;
    const { executions, payment } = await readCurrency(fixture, path);
    expect(created).toMatchObject({
      product: 'currency',
      record: { id, displayId: payment.payment_id, parentId: null },
      parties: [
        { role: 'sender', address: sender.address },
        { role: 'recipient', address: recipient.address },
      ],
      figures: { status: 'PENDING', currency: 'USD', currencyAmount: '1500.00', owedBase: '0', balanceBase: '0' },
    });
    expect(funded).toMatchObject({ txHash: fundingTxHash, figures: { status: 'ACTIVE', periodsPaid: 0 } });
    expect(funded?.figures.nextDue).toBe(payment.start_date);
    const [one, two] = executions;
    const priceOf = (execution: typeof one) => ({
      due: execution?.price?.due,
      price: execution?.price?.price_decimal,
      priceTime: execution?.price?.time,
      priceNumber: execution?.price?.number,
      periodAmountBase: execution?.price?.amountBase,
    });
    expect(first).toMatchObject({ txHash: one?.tx_hash, amountBase: one?.amountBase });
    expect(first?.figures).toMatchObject({ ...priceOf(one), periodsPaid: 1, owedBase: '0' });
    expect(second).toMatchObject({ txHash: two?.tx_hash, amountBase: two?.amountBase });
    const owed = { ...priceOf(two), periodsPaid: 2, owedBase: two?.owedBase };
    expect(second?.figures).toMatchObject(owed);
    expect(underfunded).toMatchObject({ txHash: two?.tx_hash, amountBase: two?.owedBase, figures: owed });
    expect(BigInt(toppedUp?.amountBase ?? 0) > 1_999_990_000n).toBe(true);
    expect(debtPaid).toMatchObject({ amountBase: two?.owedBase, figures: { owedBase: '0' } });
    expect(debtPaid?.figures.withdrawnAmountBase).toBe(payment.total_paid_base);
  });

  it('are found by the product, and the record by its number', async () => {
    const { id } = await createCurrency(fixture);
    const { payment } = await readCurrency(fixture, `/api/currency-payments/${id}`);
    const query = `/api/events?format=json&product=currency&kind=created&record=${id}`;
    await until('the event', async () => {
      const { events } = await succeeded(fixture.client.get<ListEventsResponse>(query));
      return events.length === 1 ? events : undefined;
    });
    for (const q of [payment.payment_id, id, payment.contract_address]) {
      const found = await succeeded(fixture.client.get<SearchResponse>(`/api/search?q=${encodeURIComponent(q)}`));
      expect(found.records).toMatchObject([
        { kind: 'currency', id, display_id: payment.payment_id, url: `/api/currency-payments/${id}` },
      ]);
    }
  });
});

describe('a payment in a currency that waits for its funding', () => {
  it('is among what its sender has to fund, until they discard it', async () => {
    const { id, path, sender, recipient } = await createCurrency(fixture);
    const { payment } = await readCurrency(fixture, path);
    const toFund = async () =>
      (await succeeded(fixture.client.get<PortfolioResponse>(`/api/portfolio?addresses=${sender.address}`))).needs.fund;
    expect(await toFund()).toMatchObject([
      { kind: 'currency', id, display_id: payment.payment_id, amount_base: payment.opening_amount_base },
    ]);
    const discard = { kind: 'currency', id };
    expect(await fixture.client.as(recipient.address).post('/api/portfolio/discard', discard)).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
    await succeeded(fixture.client.as(sender.address).post('/api/portfolio/discard', discard));
    expect(await toFund()).toEqual([]);
  });
});

describe('the calendars of the parties of a payment in a currency', () => {
  it('have its paydays, with the amount in the currency', async () => {
    const { sender, recipient } = await createActiveCurrency(fixture, { recipientName: 'Ada', periods: 3 });
    const summariesOf = async (wallet: Wallet): Promise<readonly string[]> => {
      const signedIn = await fixture.client.signedInAs(wallet);
      const { path } = await succeeded(signedIn.post<CalendarLinkResponse>('/api/calendar'));
      return (await fixture.client.raw('GET', path)).body.match(/(?<=SUMMARY:).+(?=\r)/gu) ?? [];
    };
    const threeTimes = (text: string): readonly string[] => [text, text, text];
    expect(await summariesOf(recipient)).toEqual(threeTimes('You are paid 1500.00 USD in BCH · Ada'));
    expect(await summariesOf(sender)).toEqual(threeTimes('You pay 1500.00 USD in BCH · Ada'));
  });
});

describe('the books of a payment in a currency', () => {
  it('have both amounts and the price of each period, for its sender and its recipient', async () => {
    const scenario = await createActiveCurrency(fixture, { openingAmount: 5 });
    const { path, sender, recipient } = scenario;
    await fixture.advance(2 * DAY + 60);
    const dry = await untilRead(path, 'two periods', ({ payment_count }) => payment_count === 2);
    await sendTo(dry.topUpAddress, 2_000_000_000n);
    await untilRead(path, 'the debt to be paid', ({ owedBase }) => owedBase === '0');
    await moveCurrency(fixture, scenario, 'cancel');
    await fixture.mine(7);
    await untilRead(path, 'the refund', ({ refund }) => refund?.status === 'sent');
    const { payment, executions } = await readCurrency(fixture, path);
    const linesOf = async (address: string): Promise<readonly ActivityLine[]> =>
      (
        await succeeded(
          fixture.client.get<{ readonly lines: readonly ActivityLine[] }>(
            `/api/exports/activity?format=json&address=${address}`,
          ),
        )
      ).lines;

    const received = await linesOf(recipient.address);
    const paid = executions.filter(({ amountBase }) => amountBase !== '0');
    expect(received).toHaveLength(paid.length);
    // Of one second they are in the order of their hashes.
    for (const { tx_hash, amountBase, price } of paid)
      expect(received.find(({ txHash }) => txHash === tx_hash)).toMatchObject({
        direction: 'in',
        kind: 'push',
        product: 'currency',
        displayId: payment.payment_id,
        counterparty: sender.address,
        amountBase,
        currency: price === null ? null : 'USD',
        currencyAmount: price === null ? null : '1500.00',
        price: price?.price_decimal ?? null,
        priceTime: price?.time ?? null,
        priceNumber: price?.number ?? null,
        periodAmountBase: price?.amountBase ?? null,
        payday: price?.due ?? null,
        periods: price === null ? null : 1,
      });
    expect(received.at(-1)?.runningTotalBase).toBe(payment.total_paid_base);

    const books = await linesOf(sender.address);
    const paidKinds = paid.map(() => 'push contract');
    expect(books.map(({ kind, direction }) => `${kind} ${direction}`).sort()).toEqual(
      ['funding out', 'deposit contract', 'refund in', ...paidKinds].sort(),
    );
    const funding = books.find(({ kind }) => kind === 'funding');
    expect(funding).toMatchObject({ kind: 'funding', amountBase: payment.opening_amount_base, price: null });
    const entries = await succeeded(
      fixture.client.get<ActivityEntriesResponse>(`/api/activity?address=${recipient.address}`),
    );
    expect(entries.entries.map(({ txHash, price }) => [txHash, price])).toEqual(
      received.map(({ txHash, price }) => [txHash, price]).reverse(),
    );
    const csv = await fixture.client.raw('GET', `/api/exports/activity?format=csv&address=${recipient.address}`);
    expect(csv.body).toContain(`,USD,1500.00,${paid[0]?.price?.price_decimal ?? ''},`);
  });
});

describe('payments in a currency', () => {
  it('live a whole life: paid at the price of each date, dry, topped up by any wallet, cancelled, refunded', async () => {
    const scenario = await createActiveCurrency(fixture, { openingAmount: 5 });
    const { path, recipient, sender } = scenario;
    const { payment: opened } = await readCurrency(fixture, path);
    expect(opened).toMatchObject({ status: 'ACTIVE', payment_count: 0, periods: null, owed: 0, is_due: false });
    expect(opened.coveredPeriods).toEqual({ at_price: 1, at_half: 0 });

    await fixture.advance(2 * DAY + 60);
    const dry = await untilRead(path, 'two periods', ({ payment_count }) => payment_count === 2);
    expect(Number(dry.owedBase)).toBeGreaterThan(0);
    await sendTo(dry.topUpAddress, 2_000_000_000n);
    const paid = await untilRead(path, 'the debt to be paid', ({ owedBase }) => owedBase === '0');

    const { executions, events } = await readCurrency(fixture, path);
    expect(events.map(({ event }) => event)).toEqual(['funded', 'paid', 'paid', 'topped_up', 'debt_paid']);
    const { oracle, price_bounds: bounds } = paid;
    const terms = { amount: AMOUNT, lowest: BigInt(bounds.lowest_base), highest: BigInt(bounds.highest_base) };
    // Everything follows from what the oracle signed.
    for (const { price } of executions.filter(({ kind }) => kind === 'PERIOD')) {
      if (price === null) throw new Error('A period has a price');
      const signed = { bytes: hexToBin(price.message), signature: hexToBin(price.signature) };
      const before = { bytes: hexToBin(price.previous_message), signature: hexToBin(price.previous_signature) };
      for (const each of [signed, before]) expect(isSignedMessage(each, hexToBin(oracle.public_key))).toBe(true);
      const [message, previous] = [decodeOracleMessage(signed.bytes), decodeOracleMessage(before.bytes)];
      if (!message || !previous || !hasPrice(message) || !hasPrice(previous)) throw new Error('Two prices');
      const date = { due: BigInt(price.due), grace: BigInt(paid.grace_seconds) };
      expect(findPairProblem({ message, previous }, date)).toBeUndefined();
      expect(message.price).toBe(priceAt(message.time));
      expect(price.amountBase).toBe(satoshisAt(terms, message.price).toString());
    }
    const fixed = executions.reduce((sum, { price }) => sum + BigInt(price?.amountBase ?? 0), 0n);
    expect(paid.total_paid_base).toBe(fixed.toString());

    const { payment: cancelled } = await moveCurrency(fixture, scenario, 'cancel');
    expect(cancelled).toMatchObject({ status: 'CANCELLED', topUpAddress: null, refund: { status: 'pending' } });
    await fixture.mine(7);
    const over = await untilRead(path, 'the refund', ({ refund }) => refund?.status === 'sent');
    expect(over).toMatchObject({ status: 'CANCELLED', balance: 0, total_paid_base: paid.total_paid_base });
    expect([sender.address, recipient.address]).toContain(over.recipient);
  });

  it('pause, resume, and end after their last period', async () => {
    const paused = await createPausedCurrency(fixture);
    await untilRead(paused.path, 'the settling', ({ settled }) => settled === true);
    const { payment } = await moveCurrency(fixture, paused, 'resume');
    expect(payment).toMatchObject({ status: 'ACTIVE', settled: null });
    const ended = await createEndedCurrency(fixture);
    await untilRead(ended.path, 'the close', ({ status, balance }) => status === 'COMPLETED' && balance === 0);
  });

  it('are topped up at once by a wallet that signs', async () => {
    const scenario = await createActiveCurrency(fixture);
    const payer = fixture.wallet(1_000_000_000n);
    const body = { payer: payer.address, amount: 2 };
    const built = await succeeded(fixture.client.post<TopUpResponse>(`${scenario.path}/top-up`, body));
    const { signedTransactionHash: txHash } = await payer.signTransaction(built.wcTransaction);
    const first = await succeeded(fixture.client.post<object>(`${scenario.path}/confirm`, { txHash }));
    const again = await succeeded(fixture.client.post<object>(`${scenario.path}/confirm`, { txHash }));
    expect(again).toMatchObject({ txHash });
    expect(first).toMatchObject({ txHash });
    expect(await fixture.client.post(`${scenario.path}/top-up`, { ...body, amount: 0.0001 })).toMatchObject(
      refusal(400, 'INVALID_AMOUNT'),
    );
  });

  it('are listed by party and status, a page at a time', async () => {
    const scenario = await createActiveCurrency(fixture);
    const { address } = scenario.recipient;
    const list = (query: string) =>
      succeeded(fixture.client.get<ListCurrencyPaymentsResponse>(`/api/currency-payments?${query}`));
    expect(await list(`recipient=${address}`)).toMatchObject({ total: 1, payments: [{ id: scenario.id }] });
    expect(await list(`address=${address}&status=CANCELLED`)).toMatchObject({ total: 0, payments: [] });
    const first = await list('limit=1');
    expect(first.payments).toHaveLength(1);
    const second = await list(`limit=1&cursor=${first.nextCursor ?? ''}`);
    expect(second.payments[0]?.id).not.toBe(first.payments[0]?.id);
  });

  it('are previewed without being stored, and name the oracles that there are', async () => {
    const scenario = await createCurrency(fixture);
    const body = currencyOf(fixture, scenario.recipient, { periods: 12, openingAmount: null });
    const before = await succeeded(fixture.client.get<ListCurrencyPaymentsResponse>('/api/currency-payments'));
    const preview = await fixture.client.as(scenario.sender.address).post('/api/currency-payments/preview', body);
    expect(preview).toMatchObject({ status: 200, body: { payment: { periods: 12, amount_per_period: 1500 } } });
    const after = await succeeded(fixture.client.get<ListCurrencyPaymentsResponse>('/api/currency-payments'));
    expect(after.total).toBe(before.total);
    expect(await fixture.client.get('/api/currency-payments/oracles')).toMatchObject({
      body: { oracles: [{ currency: 'USD', decimals: 2 }] },
    });
  });

  it('refuse currencies and amounts that they do not know, and name those that they do', async () => {
    const scenario = await createCurrency(fixture);
    const create = (changes: object) =>
      fixture.client
        .as(scenario.sender.address)
        .post('/api/currency-payments/create', currencyOf(fixture, scenario.recipient, changes));
    expect(await create({ currency: 'EUR' })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { field: 'currency', currencies: ['USD'] } }),
    );
    expect(await create({ amountPerPeriod: '1,500' })).toMatchObject(refusal(400, 'INVALID_AMOUNT'));
    expect(await create({ amountPerDay: 7 })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it('are sent once, no matter how often anybody asks', async () => {
    const scenario = await createActiveCurrency(fixture);
    await fixture.advance(DAY + 60);
    await Promise.all([1, 2, 3].map(() => fixture.client.post(`${scenario.path}/push`)));
    await untilRead(scenario.path, 'the period', ({ payment_count }) => payment_count === 1);
    expect((await pushCurrency(fixture, scenario)).sent).toEqual([]);
    const { executions } = await readCurrency(fixture, scenario.path);
    expect(executions).toHaveLength(1);
  });
});

describe('a payment that names a currency', () => {
  const order = (changes: object = {}): object => currencyOf(fixture, fixture.wallet(), changes);

  it('is a payment in a currency, by the answer and the record', async () => {
    const { id } = await createCurrency(fixture);
    const sender = fixture.wallet();
    const body = order({ priceBounds: { lowest: 100, highest: '2000.00' }, endDate: fixture.time() + 9 * DAY });
    const asSender = fixture.client.as(sender.address);
    const { payment, warnings } = await succeeded(
      asSender.post<CreateCurrencyPaymentResponse>('/api/payments/create', body),
    );
    expect(payment).toMatchObject({
      sender: sender.address,
      currency: 'USD',
      amount_per_period_base: AMOUNT.toString(),
      price_bounds: { lowest: 100, highest: 2000 },
      status: 'PENDING',
      periods: 9,
    });
    expect(warnings.map(({ code }) => code)).toEqual(['ONE_ORACLE']);
    const stored = await readCurrency(fixture, `/api/currency-payments/${payment.id}`);
    expect(stored.payment).toMatchObject({ id: payment.id, contract_address: payment.contract_address });
    expect(await fixture.client.get(`/api/payments/${id}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
    const previewed = await succeeded(asSender.post<CreateCurrencyPaymentResponse>('/api/payments/preview', body));
    expect(previewed.payment).toMatchObject({ currency: 'USD', periods: 9, status: 'PENDING' });
  });

  it.each([
    ['tokenCategory', { tokenCategory: 'ab'.repeat(32) }],
    ['tokenType', { tokenType: 'FUNGIBLE_TOKEN' }],
    ['cancelable', { cancelable: false }],
    ['transferable', { transferable: true }],
    ['moveDelayBlocks', { moveDelayBlocks: 144 }],
    ['interval', { interval: null }],
    ['oracle', { currency: null, oracle: `02${'ab'.repeat(32)}` }],
    ['priceBounds', { currency: null, priceBounds: { lowest: 1 } }],
    ['openingAmount', { currency: null, openingAmount: 1 }],
    ['periods', { currency: null, periods: 2 }],
  ])('is refused where %s does not fit it', async (field, changes) => {
    const terms: Readonly<Record<string, unknown>> = { ...order({ openingAmount: null }), ...changes };
    for (const path of ['/api/payments/create', '/api/payments/preview'])
      expect(await fixture.client.as(fixture.wallet().address).post(path, terms)).toMatchObject({
        ...refusal(400, 'INVALID_REQUEST'),
        body: { details: { field } },
      });
  });
});
