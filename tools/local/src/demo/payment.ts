import type { Wallet } from '@weir/wallet';
import { balanceOf, chainTime, openWallet, passDays, until, type Fixture } from './fixture.js';
import { bch } from './narrator.js';
import { signAndSend } from './streams.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PER_DAY = 10_000_000n;

/** The fields of the API's payment record that the demo shows. */
interface PaymentRow {
  readonly id: string;
  readonly payment_id: string;
  readonly status: string;
  readonly settled: boolean | null;
  readonly payment_count: number;
  readonly periods_funded: number;
  readonly total_paid_base: string;
  readonly refund: { readonly status: string } | null;
}

const read = async ({ api }: Fixture, id: string): Promise<PaymentRow> =>
  (await api.get<{ payment: PaymentRow }>(`/api/payments/${id}`)).payment;

const show = ({ say }: Fixture, payment: PaymentRow): PaymentRow => {
  say.fact('status', payment.status);
  say.fact(
    'paid',
    `${payment.payment_count} of ${payment.periods_funded} periods, ${bch(BigInt(payment.total_paid_base))}`,
  );
  return payment;
};

const open = async (fixture: Fixture, sender: Wallet, recipient: Wallet): Promise<string> => {
  const { api, say } = fixture;
  const order = {
    recipient: recipient.address,
    recipientName: 'Ada',
    amountPerPeriod: 0.1,
    interval: 'DAILY',
    startDate: (await chainTime(fixture)) + DAY + HOUR,
  };
  const { payment } = await api.post<{ payment: PaymentRow }>('/api/payments/create', order, sender.address);
  say.step(`The sender creates ${payment.payment_id}: 0.1 BCH a day`);
  const { wcTransaction } = await api.get<{ wcTransaction: object }>(`/api/payments/${payment.id}/funding-info`);
  say.step('One funding pays for twelve periods upfront');
  const txHash = await signAndSend(fixture, sender, wcTransaction);
  show(
    fixture,
    (await api.post<{ payment: PaymentRow }>(`/api/payments/${payment.id}/confirm-funding`, { txHash })).payment,
  );
  return payment.id;
};

const claim = async (fixture: Fixture, recipient: Wallet, id: string): Promise<void> => {
  const { api, say } = fixture;
  const due = await api.post<{ claimableAmount: number; intervalsClaimable: number; wcTransaction: object }>(
    `/api/payments/${id}/claim`,
    { recipientAddress: recipient.address },
  );
  say.step(`The recipient claims ${due.intervalsClaimable} periods at once`);
  const txHash = await signAndSend(fixture, recipient, due.wcTransaction);
  show(
    fixture,
    (
      await api.post<{ payment: PaymentRow }>(`/api/payments/${id}/confirm-claim`, {
        txHash,
        claimedAmount: due.claimableAmount,
      })
    ).payment,
  );
};

/** What only the sender may do: ask, sign, confirm. */
const act = async (
  fixture: Fixture,
  sender: Wallet,
  id: string,
  what: 'pause' | 'resume' | 'cancel',
): Promise<void> => {
  const { api, say } = fixture;
  const { wcTransaction } = await api.post<{ wcTransaction: object }>(
    `/api/payments/${id}/${what}`,
    {},
    sender.address,
  );
  say.step(`The sender signs the ${what}`);
  const txHash = await signAndSend(fixture, sender, wcTransaction);
  show(fixture, (await api.post<{ payment: PaymentRow }>(`/api/payments/${id}/confirm-${what}`, { txHash })).payment);
};

/** A daily payment: three periods in one claim, a pause, a resume, a cancel with one period due. */
export const recurringPayment = async (fixture: Fixture): Promise<void> => {
  const { control, say } = fixture;
  say.chapter('A daily payment: three periods in one claim, a pause, a resume, a cancel with one period due');
  const sender = await openWallet(fixture, 'Payer', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Payee', 0n);
  const id = await open(fixture, sender, recipient);
  await passDays(fixture, 4);
  await claim(fixture, recipient, id);

  await act(fixture, sender, id, 'pause');
  await control.mine(7);
  await until('the pause to be settled', async () => ((await read(fixture, id)).settled === true ? true : undefined));
  say.step('The notice is over, and the service has settled the pause without any key');
  await passDays(fixture, 3);
  await act(fixture, sender, id, 'resume');
  await passDays(fixture, 2);
  await act(fixture, sender, id, 'cancel');
  await control.mine(7);
  await until('the refund', async () => ((await read(fixture, id)).refund?.status !== 'pending' ? true : undefined));
  say.step('The service has returned the unpaid periods');

  const { payment_count: count } = show(fixture, await read(fixture, id));
  // The note of the funding is the recipient's too.
  const expected = BigInt(count) * PER_DAY + 1_000n;
  const balance = await balanceOf(fixture, recipient.address);
  say.fact('recipient', bch(balance));
  if (count !== 4 || balance !== expected)
    throw new Error(`The recipient should have ${expected} satoshis for ${count} periods, and has ${balance}`);
};
