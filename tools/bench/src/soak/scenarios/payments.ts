import { BCH, chainTime, HOUR, openWallet, passBlocks, passTime, type Fixture } from '../fixture.js';

const NOTICE = 6;

/** Creates and funds a daily payment. */
const openPayment = async (fixture: Fixture) => {
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const payment = await fixture.weir.payments.create(
    {
      ...{ recipient: recipient.address, amountPerPeriod: BCH / 20n, interval: 'DAILY', cancelNoticeBlocks: NOTICE },
      startDate: (await chainTime(fixture)) + 2 * HOUR,
    },
    sender,
  );
  await payment.fund(sender);
  return { payment, sender, recipient, path: `/api/payments/${payment.id}` };
};

/** A payment: paused, settled by the service, resumed, claimed, cancelled. */
export const paymentScenario = async (fixture: Fixture): Promise<void> => {
  const { told } = fixture;
  const { payment, sender, path } = await openPayment(fixture);
  told.push({ path, caller: undefined, statuses: ['ACTIVE', 'PAUSED', 'CANCELLED'] });
  await payment.pause(sender);
  await passBlocks(fixture, NOTICE + 3);
  if (fixture.isOver()) return;
  await payment.resume(sender);
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await payment.get();
  await payment.cancel(sender);
  told.push({ path, caller: undefined, statuses: ['CANCELLED'] });
};

/** A payment of which one period is claimed. */
export const paidPaymentScenario = async (fixture: Fixture): Promise<void> => {
  const { payment, recipient, path } = await openPayment(fixture);
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await payment.claim(recipient);
  fixture.told.push({ path, caller: undefined, statuses: ['ACTIVE'] });
};
