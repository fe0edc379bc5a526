import type { CreatePaymentResponse, PreviewPaymentResponse, RenewPaymentBody } from '@weir/api-contract';
import { DAY } from '@weir/lives';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { moveAway } from '../support/move-scenario.js';
import { CALENDAR, lastDaysFrom, nineOn } from '../support/paydays.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  NOTICE,
  paymentOf,
  readPayment,
} from '../support/payment-scenario.js';
import { ASSETS, BCH, COIN, type TestAsset } from '../support/test-asset.js';

const fixture = useFixture();
const DELAY = 3;

const active = (asset: TestAsset, changes: object = {}) =>
  createActivePayment(
    fixture,
    {
      interval: undefined,
      calendar: CALENDAR,
      startDate: fixture.time() + 2 * DAY,
      moveDelayBlocks: DELAY,
      ...changes,
    },
    asset,
  );

describe.each(ASSETS)('a payment by the calendar in $name', (asset) => {
  it('is paid on the last day of each month, and not a second before', async () => {
    const start = fixture.time() + 2 * DAY;
    const scenario = await active(asset);
    const { payment } = await readPayment(fixture, scenario.path);
    const paydays = lastDaysFrom(start, 12);
    expect(payment).toMatchObject({
      interval: 'CALENDAR',
      interval_seconds: null,
      periods_funded: 12,
      start_date: paydays[0],
      next_payment_date: paydays[0],
      calendar: { ...CALENDAR, secondDay: null, paydays },
    });
    await fixture.advance((paydays[0] ?? 0) - fixture.time() - DAY);
    expect((await readPayment(fixture, scenario.path)).payment.periods_due).toBe(0);
    await fixture.advance(2 * DAY);
    const first = await claimPeriods(fixture, scenario);
    expect(first).toMatchObject({ payment_count: 1, next_payment_date: paydays[1] });
    await fixture.advance((paydays[2] ?? 0) - fixture.time() + DAY);
    const third = await claimPeriods(fixture, scenario);
    expect(third).toMatchObject({
      payment_count: 3,
      next_payment_date: paydays[3],
      calendar: { paydays: paydays.slice(3) },
    });
    expect(third.total_paid_base).toBe((3n * asset.perPeriod).toString());
  });

  it('keeps its payday over a pause, and returns the rest of a cancel', async () => {
    const scenario = await active(asset);
    const { payment } = await readPayment(fixture, scenario.path);
    const paydays = lastDaysFrom(payment.start_date, 12);
    const paused = await actAsSender(fixture, scenario, 'pause');
    expect(paused).toMatchObject({ status: 'PAUSED', next_payment_date: null, calendar: { paydays: [] } });
    await fixture.mine(NOTICE + 1);
    await fixture.advance((paydays[1] ?? 0) - fixture.time() + DAY);
    // The period that ran is paid with the resume; the second payday is skipped.
    const resumed = await actAsSender(fixture, scenario, 'resume');
    expect(resumed).toMatchObject({ status: 'ACTIVE', payment_count: 1, next_payment_date: paydays[2] });
    const cancelled = await actAsSender(fixture, scenario, 'cancel');
    expect(cancelled).toMatchObject({ status: 'CANCELLED', payment_count: 1 });
    await fixture.mine(NOTICE + 1);
    await succeeded(fixture.client.post(`${scenario.path}/refund`, {}));
    const { payment: refunded } = await readPayment(fixture, scenario.path);
    expect(refunded.refund?.status).toMatch(/^(?:sent|confirmed)$/u);
  });

  it('moves to another address, and is pushed there', async () => {
    const scenario = await active(asset);
    const fresh = fixture.wallet(COIN / 100n);
    fixture.fund(scenario.recipient, COIN / 100n);
    await fixture.mine();
    await moveAway(fixture, { ...scenario, fresh }, DELAY);
    const { payment } = await readPayment(fixture, scenario.path);
    expect(payment.recipient).toBe(fresh.address);
    await fixture.advance(payment.start_date - fixture.time() + DAY);
    const pushed = await succeeded(
      fixture.client.post<{ txHash: string }>(`${scenario.path}/push`, { broadcast: true }),
    );
    expect(asset.paidTo(fixture, fresh, pushed.txHash)).toEqual([asset.perPeriod]);
  });

  it('is renewed from the payday after its last one', async () => {
    const scenario = await active(asset);
    const { payment } = await readPayment(fixture, scenario.path);
    const renewed = await succeeded(
      fixture.client
        .as(scenario.sender.address)
        .post<CreatePaymentResponse>(`${scenario.path}/renew`, { periods: 2 } satisfies RenewPaymentBody),
    );
    const dates = lastDaysFrom(payment.start_date, 14).slice(12);
    expect(renewed.payment).toMatchObject({
      periods_funded: 2,
      start_date: dates[0],
      calendar: { ...CALENDAR, paydays: dates },
    });
  });
});

describe('the paydays of a payment by the calendar', () => {
  const preview = <Body = PreviewPaymentResponse>(changes: object) => {
    return fixture.client.as(fixture.wallet().address).post<Body>(
      '/api/payments/preview',
      paymentOf(fixture, fixture.wallet(), {
        amountPerPeriod: BCH.text(BCH.perPeriod),
        interval: undefined,
        calendar: CALENDAR,
        startDate: nineOn(2027, 0, 10),
        ...changes,
      }),
    );
  };
  const daysOf = async (calendar: object, changes: object = {}) => {
    const { schedule } = await succeeded(preview({ calendar: { ...CALENDAR, ...calendar }, ...changes }));
    return schedule.slice(0, 4).map(({ time }) => new Date(time * 1_000).toISOString());
  };

  it('are the days that a person means', async () => {
    expect(await daysOf({ utcOffset: '+00:00' })).toEqual([
      '2027-01-31T09:00:00.000Z',
      '2027-02-28T09:00:00.000Z',
      '2027-03-31T09:00:00.000Z',
      '2027-04-30T09:00:00.000Z',
    ]);
    expect(await daysOf({ day: 15, secondDay: 31, utcOffset: 'Z', time: '00:00' })).toEqual([
      '2027-01-15T00:00:00.000Z',
      '2027-01-31T00:00:00.000Z',
      '2027-02-15T00:00:00.000Z',
      '2027-02-28T00:00:00.000Z',
    ]);
    expect(await daysOf({ months: 3, day: 25, utcOffset: '-03:00' })).toEqual([
      '2027-01-25T12:00:00.000Z',
      '2027-04-25T12:00:00.000Z',
      '2027-07-25T12:00:00.000Z',
      '2027-10-25T12:00:00.000Z',
    ]);
  });

  it('are fewer than twelve up to an end', async () => {
    const { payment, schedule } = await succeeded(preview({ endDate: nineOn(2027, 2, 31) }));
    expect([payment.periods_funded, schedule.length]).toEqual([3, 3]);
  });

  it.each<[string, object, string, RegExp]>([
    ['an interval beside them', { interval: 'MONTHLY' }, 'INVALID_REQUEST', /every 30 days.*same day of each month/u],
    ['neither', { calendar: undefined }, 'INVALID_REQUEST', /interval or calendar is required/u],
    ['five months', { calendar: { ...CALENDAR, months: 5 } }, 'INVALID_TIME', /calendar\.months must be one of/u],
    ['an offset of one number', { calendar: { ...CALENDAR, utcOffset: '+1' } }, 'INVALID_TIME', /\+01:00 or \+00:01/u],
    [
      'a zone whose clocks change',
      { calendar: { ...CALENDAR, utcOffset: 'Europe/Madrid' } },
      'INVALID_TIME',
      /between \+01:00 and \+02:00/u,
    ],
    ['a time of one digit', { calendar: { ...CALENDAR, time: '9:00' } }, 'INVALID_TIME', /as in 09:00/u],
    [
      'a second day before the first',
      { calendar: { ...CALENDAR, day: 20, secondDay: 5 } },
      'INVALID_TIME',
      /secondDay/u,
    ],
    [
      'a first of two days after the 27th',
      { calendar: { ...CALENDAR, day: 28, secondDay: 31 } },
      'INVALID_TIME',
      /27/u,
    ],
    ['an end before the first', { endDate: nineOn(2027, 0, 20) }, 'INVALID_TIME', /2027-01-31/u],
    ['paydays after January 2100', { startDate: nineOn(2099, 11, 1) }, 'INVALID_TIME', /January 2100/u],
    ['day 32', { calendar: { ...CALENDAR, day: 32 } }, 'INVALID_REQUEST', /day/u],
  ])('are refused with %s', async (_, changes, code, message) => {
    const { status, body } = await preview<Refusal>(changes);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toMatch(message);
  });

  it.each<[string, readonly unknown[]]>([
    ['months', [0, -1, 2, 13, 1.5, 1e9, '1', ' 1', null, true, [1], {}]],
    ['day', [0, -1, 32, 1e3, 25.5, 1e300, '25', '25 ', null, false, [25], {}]],
    ['secondDay', [0, -1, 32, 31.5, '31', true, [31]]],
    [
      'time',
      ['24:00', '09:60', '09:00:60', '9:00', '09:00 ', '09:00\n', '٠٩:٠٠', '-9:00', '', 900, null, [], '0'.repeat(99)],
    ],
    ['utcOffset', ['+14:01', '-12:01', '+99:99', '-00:00', '+1:00', '01:00', '+01:00 ', 'UTC+1', '', 60, null, {}]],
    ['hour', [9]],
    ['zero', [0]],
  ])('are refused with any other %s', async (field, values) => {
    const first = field === 'secondDay' ? { day: 15 } : {};
    for (const value of values) {
      const { status } = await preview({ calendar: { ...CALENDAR, ...first, [field]: value } });
      expect([value, status]).toEqual([value, 400]);
    }
  });

  it('are not a text, a list or a number', async () => {
    for (const calendar of ['2027-01-31', [CALENDAR], 31, true]) expect((await preview({ calendar })).status).toBe(400);
  });
});
