import { startFixture, type Fixture } from './support/fixture.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const BCH = 100_000_000n;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Asks until it is so: the service settles by itself. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 200 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
};

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
  await stack.control.mine();
  await expect(payment.resume(sender)).rejects.toMatchObject({ code: 'NOTICE_NOT_OVER' });
  await stack.control.mine(7);
  await until(async () => (await payment.get()).payment.settled === true);
  expect((await payment.resume(sender)).status).toBe('ACTIVE');
  expect((await payment.cancel(sender)).status).toBe('CANCELLED');
  await stack.control.mine(7);
  await until(async () => (await payment.get()).payment.refund?.txHash !== null);
  expect((await payment.get()).payment.refund?.txHash).toMatch(/^[0-9a-f]{64}$/);
  const all = [];
  for await (const { id } of weir.payments.list({ recipient: recipient.address })) all.push(id);
  expect(all).toEqual([payment.id]);
});
