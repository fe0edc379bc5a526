import { eventually } from '@weir/testing';
import { BCH, DAY, startFixture, type Fixture } from './support/fixture.js';

const HOUR = 3_600;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('a payment is funded, claimed, paused, resumed and cancelled', async () => {
  const { weir, stack } = fixture;
  const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
  const payment = await weir.payments.create(
    {
      recipient: recipient.address,
      amountPerPeriod: BCH / 10n,
      interval: 'DAILY',
      startDate: (await fixture.now()) + DAY + HOUR,
    },
    sender,
  );
  expect(payment.record.amount_per_period_base).toBe(BCH / 10n);
  expect((await payment.fund(sender)).status).toBe('ACTIVE');
  await fixture.passDays(4);
  expect((await payment.claim(recipient)).payment.total_paid_base).toBe((3n * BCH) / 10n);

  expect((await payment.pause(sender)).status).toBe('PAUSED');
  await expect(payment.resume(sender)).rejects.toMatchObject({
    code: 'NOTICE_NOT_OVER',
    details: { availableAtHeight: null, reason: 'NOT_MINED' },
  });
  await stack.control.mine();
  await expect(payment.resume(sender)).rejects.toMatchObject({
    code: 'NOTICE_NOT_OVER',
    details: { availableAtHeight: expect.any(Number) as number },
  });
  const settled = payment.untilSettled();
  await stack.control.mine(7);
  expect((await settled).payment).toMatchObject({ status: 'PAUSED', settled: true });
  expect((await payment.resume(sender)).status).toBe('ACTIVE');
  // Of one that is not paused there is nothing to wait for.
  expect((await payment.untilSettled()).payment.settled).toBeNull();
  expect((await payment.cancel(sender)).status).toBe('CANCELLED');
  await stack.control.mine(7);
  await eventually(async () => expect((await payment.get()).payment.refund?.txHash).toMatch(/^[0-9a-f]{64}$/));
  const all = [];
  for await (const { id } of weir.payments.list({ recipient: recipient.address })) all.push(id);
  expect(all).toEqual([payment.id]);
});

it('a payment by the calendar is checked against the requested paydays, signed, claimed, paused, resumed and cancelled', async () => {
  const { weir, stack } = fixture;
  const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
  const first = new Date(((await fixture.now()) + 3 * DAY) * 1_000);
  const calendar = { months: 1, day: first.getUTCDate(), time: '00:00', utcOffset: '+00:00' } as const;
  const payment = await weir.payments.create(
    {
      recipient: recipient.address,
      amountPerPeriod: BCH / 10n,
      calendar,
      startDate: (await fixture.now()) + DAY + HOUR,
    },
    sender,
  );
  const { record } = payment;
  expect(record).toMatchObject({
    interval: 'CALENDAR',
    interval_seconds: null,
    start_date: Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()) / 1_000,
    calendar: { ...calendar, secondDay: null },
  });
  expect((await payment.fund(sender)).status).toBe('ACTIVE');
  await fixture.passDays(4);
  const claimed = (await payment.claim(recipient)).payment;
  expect(claimed).toMatchObject({ payment_count: 1, next_payment_date: record.calendar?.paydays[1] });
  expect((await payment.pause(sender)).status).toBe('PAUSED');
  await stack.control.mine();
  const settled = payment.untilSettled();
  await stack.control.mine(7);
  expect((await settled).payment).toMatchObject({ status: 'PAUSED', settled: true });
  const resumed = (await payment.resume(sender)).payment;
  // A resume keeps the payday.
  expect(resumed).toMatchObject({ status: 'ACTIVE', next_payment_date: record.calendar?.paydays[1] });
  expect((await payment.cancel(sender)).status).toBe('CANCELLED');
  await stack.control.mine(7);
  await eventually(async () => expect((await payment.get()).payment.refund?.txHash).toMatch(/^[0-9a-f]{64}$/));
});
