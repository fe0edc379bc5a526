import type { Payment, PaymentHandle } from '@weir/client';
import { DAY, HOUR, paymentTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { balanceOf, bch, chainTime, type Fixture, openWallet, passDays, showHash, until } from './fixture.js';

const PER_DAY = 10_000_000n;

const showPayment = ({ say }: Fixture, payment: Payment): Payment => {
  say.fact('status', payment.status);
  say.fact('paid', `${payment.payment_count} of ${payment.periods_funded} periods, ${bch(payment.total_paid_base)}`);
  return payment;
};

const openPayment = async (fixture: Fixture, sender: Wallet, recipient: Wallet): Promise<PaymentHandle> => {
  const { weir, say } = fixture;
  const now = await chainTime(fixture);
  const terms = paymentTerms(recipient.address, now, {
    recipientName: 'Ada',
    amountPerPeriod: PER_DAY,
    startDate: now + DAY + HOUR,
  });
  const payment = await weir.payments.create(terms, sender);
  say.step(`The sender creates ${payment.record.payment_id}: ${bch(PER_DAY)} a day`);
  say.step('One funding pays for twelve periods upfront');
  showPayment(fixture, (await payment.fund(sender, { onProgress: showHash(fixture) })).payment);
  return payment;
};

const claimPayment = async (fixture: Fixture, recipient: Wallet, payment: PaymentHandle): Promise<void> => {
  fixture.say.step('The recipient claims all periods that are due at once');
  showPayment(fixture, (await payment.claim(recipient, { onProgress: showHash(fixture) })).payment);
};

/** Runs an action that only the sender may take. */
const act = async (
  fixture: Fixture,
  sender: Wallet,
  payment: PaymentHandle,
  what: 'pause' | 'resume' | 'cancel',
): Promise<void> => {
  fixture.say.step(`The sender signs the ${what}`);
  showPayment(fixture, (await payment[what](sender, { onProgress: showHash(fixture) })).payment);
};

/** A daily payment: three periods in one claim, a pause, a resume, a cancel with one period due. */
export const recurringPayment = async (fixture: Fixture): Promise<void> => {
  const { control, say } = fixture;
  say.chapter('A daily payment: three periods in one claim, a pause, a resume, a cancel with one period due');
  const sender = await openWallet(fixture, 'Payer', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Payee', 0n);
  const payment = await openPayment(fixture, sender, recipient);
  const read = async () => (await payment.get()).payment;
  await passDays(fixture, 4);
  await claimPayment(fixture, recipient, payment);

  await act(fixture, sender, payment, 'pause');
  await control.mine(7);
  await until('the pause to be settled', async () => ((await read()).settled === true ? true : undefined));
  say.step('The notice is over, and the service has settled the pause without any key');
  await passDays(fixture, 3);
  await act(fixture, sender, payment, 'resume');
  await passDays(fixture, 1);
  await act(fixture, sender, payment, 'cancel');
  await control.mine(7);
  await until('the refund', async () => ((await read()).refund?.status !== 'pending' ? true : undefined));
  say.step('The service has returned the unpaid periods');

  const { payment_count: count } = showPayment(fixture, await read());
  // The note of the funding is the recipient's too.
  const expected = BigInt(count) * PER_DAY + 1_200n;
  const balance = await balanceOf(fixture, recipient.address);
  say.fact('recipient', bch(balance));
  // Three claimed, one that ran when it was paused and is paid with the resume, one with the cancel.
  if (count !== 5 || balance !== expected)
    throw new Error(`The recipient should have ${expected} satoshis for ${count} periods, and has ${balance}`);
};
