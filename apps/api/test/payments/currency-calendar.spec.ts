import { binToHex } from '@bitauth/libauth';
import type {
  ActivityLine,
  CalendarLinkResponse,
  CreateCurrencyPaymentResponse,
  CurrencyPaymentResource,
  CurrencyMoveResponse,
  ListActivityResponse,
  ListEventsResponse,
  PortfolioResponse,
} from '@weir/api-contract';
import { parseParty } from '@weir/covenants';
import { DAY } from '@weir/lives';
import { until } from '@weir/testing';
import { refusal, succeeded } from '../support/client.js';
import {
  createActiveCurrency,
  createCurrency,
  currencyOf,
  moveCurrency,
  PRICE,
  pushCurrency,
  readCurrency,
  useCurrencyFixture,
} from '../support/currency-scenario.js';
import { CALENDAR, lastDaysFrom, nineOn } from '../support/paydays.js';

/** From then on one BCH costs three times as much, Unix seconds. */
let jump = Infinity;
const priceAt = (time: bigint): bigint => (Number(time) < jump ? PRICE : 3n * PRICE);

const fixture = useCurrencyFixture({ WATCHER: 'protect' }, priceAt);

const satoshisAt = (price: bigint): string => ((150_000n * 100_000_000n) / price).toString();
const dated = (changes: object = {}): object => ({
  interval: undefined,
  calendar: CALENDAR,
  startDate: fixture.time() + 2 * DAY,
  ...changes,
});

const untilRead = (path: string, what: string, is: (payment: CurrencyPaymentResource) => boolean) =>
  until(what, async () => {
    const { payment } = await readCurrency(fixture, path);
    return is(payment) ? payment : undefined;
  });

const untilPaid = (path: string, periods: number) =>
  untilRead(path, `period ${periods}`, ({ payment_count: count }) => count === periods);

/** Lets the chain's time pass a date. */
const pass = (at: number | undefined, seconds = 120): Promise<void> =>
  fixture.advance((at ?? 0) - fixture.time() + seconds);

describe('a payment in a currency by the calendar', () => {
  it('lives a whole life: paid on each payday at its price, dry, topped up, cancelled, refunded', async () => {
    const scenario = await createActiveCurrency(fixture, dated({ openingAmount: 4 }));
    const { id, path, sender, recipient } = scenario;
    const { payment: opened } = await readCurrency(fixture, path);
    const paydays = lastDaysFrom(opened.as_of + 2 * DAY, 12);
    expect(opened).toMatchObject({
      interval: 'CALENDAR',
      interval_seconds: null,
      periods: null,
      start_date: paydays[0],
      next_payment_date: paydays[0],
      calendar: { ...CALENDAR, secondDay: null, paydays },
    });
    jump = (paydays[1] ?? 0) - 30;

    await pass(paydays[0], -3_600);
    expect((await pushCurrency(fixture, scenario)).sent).toEqual([]);
    await pass(paydays[0]);
    const first = await untilPaid(path, 1);
    expect(first).toMatchObject({ next_payment_date: paydays[1], total_paid_base: satoshisAt(PRICE) });
    expect(first.calendar?.paydays).toEqual(lastDaysFrom((paydays[0] ?? 0) + DAY, 12));

    // The price has tripled, and yet the money does not suffice.
    await pass(paydays[1]);
    const dry = await untilPaid(path, 2);
    expect(BigInt(dry.owedBase) > 0n).toBe(true);
    expect(dry.topUpAddress).not.toBeNull();
    const till = parseParty(dry.topUpAddress ?? '', 'devnet');
    if (!till.ok) throw new Error('A top-up address is an address');
    fixture.devnet.node.fund(binToHex(till.party), 2_000_000_000n);
    await fixture.mine();
    await untilRead(path, 'the debt to be paid', ({ owedBase }) => owedBase === '0');

    await pass(paydays[2]);
    const third = await untilPaid(path, 3);
    expect(third).toMatchObject({ next_payment_date: paydays[3], is_due: false });
    const { executions } = await readCurrency(fixture, path);
    const prices = executions.flatMap(({ price }) => (price === null ? [] : [price]));
    expect(prices.map(({ due }) => due)).toEqual(paydays.slice(0, 3));
    expect(prices.map(({ amountBase }) => amountBase)).toEqual(
      [PRICE, 3n * PRICE, 3n * PRICE].map((price) => satoshisAt(price)),
    );

    await moveCurrency(fixture, scenario, 'cancel');
    await fixture.mine(7);
    const over = await untilRead(path, 'the refund', ({ refund }) => refund?.status === 'sent');
    expect(over).toMatchObject({ status: 'CANCELLED', next_payment_date: null, calendar: { paydays: [] } });

    // All that others read of it has the dates, and never the number of a payday.
    const { events } = await until('the event of the refund', async () => {
      const found = await succeeded(
        fixture.client.get<ListEventsResponse>(`/api/events?format=json&limit=200&record=${id}`),
      );
      return found.events.some(({ kind }) => kind === 'refunded') ? found : undefined;
    });
    const nextOf = (kind: string) =>
      events.filter((event) => event.kind === kind).map(({ figures }) => figures.nextDue ?? null);
    expect(nextOf('created')).toEqual([null]);
    expect(nextOf('funded')).toEqual([paydays[0]]);
    expect(nextOf('period_paid')).toEqual(paydays.slice(1, 4));
    expect(nextOf('refunded')).toEqual([null]);
    for (const { address } of [sender, recipient]) {
      const { lines } = await succeeded(
        fixture.client.get<{ readonly lines: readonly ActivityLine[] }>(
          `/api/exports/activity?format=json&address=${address}`,
        ),
      );
      const periods = lines.flatMap(({ payday }) => (payday === null ? [] : [payday]));
      // Lines of one second are in the order of their transactions.
      expect(periods.toSorted((one, other) => one - other)).toEqual(paydays.slice(0, 3));
    }
    const { streams } = await succeeded(
      fixture.client.get<ListActivityResponse>('/api/explorer/activity?type=currency-payments'),
    );
    expect(streams.find((row) => row.id === id)).toMatchObject({ stream_type: 'CALENDAR', progress_percentage: 0 });
  });

  it('keeps its payday over a pause, and skips the paydays that passed', async () => {
    const scenario = await createActiveCurrency(fixture, dated());
    const { path, sender } = scenario;
    const paydays = lastDaysFrom((await readCurrency(fixture, path)).payment.start_date, 12);
    await moveCurrency(fixture, scenario, 'pause');
    await fixture.mine(7);
    const settled = await untilRead(path, 'the settling', ({ settled: isSettled }) => isSettled === true);
    // The period that runs is still paid.
    expect(settled).toMatchObject({ next_payment_date: paydays[0], calendar: { paydays: paydays.slice(0, 1) } });
    await pass(paydays[0]);
    const paid = await untilPaid(path, 1);
    expect(paid).toMatchObject({ status: 'PAUSED', next_payment_date: null, calendar: { paydays: [] } });
    await pass(paydays[2], DAY);
    const built = await succeeded(fixture.client.as(sender.address).post<CurrencyMoveResponse>(`${path}/resume`, {}));
    expect(built.nextPaymentDate).toBe(paydays[3]);
    const { payment } = await moveCurrency(fixture, scenario, 'resume');
    expect(payment).toMatchObject({
      status: 'ACTIVE',
      payment_count: 1,
      next_payment_date: paydays[3],
      calendar: { paydays: lastDaysFrom(paydays[3] ?? 0, 12) },
    });
  });

  it('has two paydays a month, and as many as were asked for, then it is over', async () => {
    const calendar = { ...CALENDAR, day: 15, secondDay: 31 };
    const scenario = await createActiveCurrency(fixture, dated({ calendar, periods: 2 }));
    const { path } = scenario;
    const { payment } = await readCurrency(fixture, path);
    expect(payment).toMatchObject({
      periods: 2,
      calendar: { ...calendar, paydays: [payment.start_date, expect.any(Number)] },
    });
    const [one, two] = payment.calendar?.paydays ?? [];
    const apart = ((two ?? 0) - (one ?? 0)) / DAY;
    expect(apart).toBeGreaterThanOrEqual(13);
    expect(apart).toBeLessThanOrEqual(16);
    await pass(two);
    await untilRead(path, 'the close', ({ status, balance }) => status === 'COMPLETED' && balance === 0);
    expect((await readCurrency(fixture, path)).payment.payment_count).toBe(2);
  });

  it('is in calendars and portfolios with its paydays', async () => {
    // A portfolio sums up 30 days.
    const day = new Date((fixture.time() + 3 * DAY) * 1_000).getUTCDate();
    const calendar = { ...CALENDAR, day };
    const scenario = await createActiveCurrency(fixture, dated({ calendar, periods: 3 }));
    const { sender, recipient } = scenario;
    const paydays = (await readCurrency(fixture, scenario.path)).payment.calendar?.paydays ?? [];
    expect(paydays).toHaveLength(3);
    const signedIn = await fixture.client.signedInAs(recipient);
    const { path } = await succeeded(signedIn.post<CalendarLinkResponse>('/api/calendar'));
    const starts = (await fixture.client.raw('GET', path)).body.match(/(?<=DTSTART:).+(?=\r)/gu) ?? [];
    const inText = (at: number): string => new Date(at * 1_000).toISOString().replaceAll(/[-:]|\.000/gu, '');
    expect(starts).toEqual(paydays.map(inText));
    const { currencyPaydays } = await succeeded(
      fixture.client.get<PortfolioResponse>(`/api/portfolio?addresses=${sender.address}`),
    );
    expect(currencyPaydays.map(({ at }) => at)).toEqual(paydays.slice(0, 1));
  });
});

describe('the paydays of a payment in a currency', () => {
  const preview = async (changes: object) => {
    await createCurrency(fixture);
    return fixture.client
      .as(fixture.wallet().address)
      .post<CreateCurrencyPaymentResponse>(
        '/api/currency-payments/preview',
        currencyOf(fixture, fixture.wallet(), dated({ startDate: nineOn(2027, 0, 10), ...changes })),
      );
  };

  it('end on the last one before the end, with as many as were asked for, or in January 2100', async () => {
    const { payment: ended } = await succeeded(preview({ endDate: nineOn(2027, 3, 15) }));
    expect(ended).toMatchObject({ periods: 3, start_date: nineOn(2027, 0, 31) });
    expect((await succeeded(preview({ periods: 5 }))).payment).toMatchObject({ periods: 5 });
    // From January 2027 to January 2100 there are 877 of them.
    expect((await succeeded(preview({}))).payment).toMatchObject({ periods: null });
    expect((await succeeded(preview({ periods: 877 }))).payment).toMatchObject({ periods: null });
    expect((await succeeded(preview({ periods: 876 }))).payment).toMatchObject({ periods: 876 });
    expect(await preview({ periods: 878 })).toMatchObject({
      ...refusal(400, 'INVALID_REQUEST'),
      body: { details: { field: 'periods', problem: 'LAST_AFTER_JANUARY_2100' } },
    });
  });

  it.each([
    ['an interval beside them', { interval: 'MONTHLY' }, 'INVALID_REQUEST', 'calendar'],
    ['neither', { calendar: undefined }, 'INVALID_REQUEST', 'interval'],
    ['periods and an end', { periods: 2, endDate: nineOn(2028, 0, 1) }, 'INVALID_REQUEST', 'periods'],
    ['a day that is none', { calendar: { ...CALENDAR, day: 28, secondDay: 31 } }, 'INVALID_TIME', 'calendar.day'],
    ['an end before the first', { endDate: nineOn(2027, 0, 30) }, 'INVALID_TIME', 'endDate'],
    ['a start after the last', { startDate: nineOn(2100, 1, 1) }, 'INVALID_TIME', 'startDate'],
  ] as const)('refuse %s', async (_, changes, code, field) => {
    expect(await preview(changes)).toMatchObject({ ...refusal(400, code), body: { details: { field } } });
  });

  it('are those of a payment that names a currency, too', async () => {
    await createCurrency(fixture);
    const { payment } = await succeeded(
      fixture.client
        .as(fixture.wallet().address)
        .post<CreateCurrencyPaymentResponse>(
          '/api/payments/create',
          currencyOf(fixture, fixture.wallet(), dated({ startDate: nineOn(2027, 0, 10), periods: 2 })),
        ),
    );
    expect(payment).toMatchObject({
      currency: 'USD',
      calendar: { paydays: [nineOn(2027, 0, 31), nineOn(2027, 1, 28)] },
    });
  });
});
