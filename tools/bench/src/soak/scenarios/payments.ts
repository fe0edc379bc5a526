import { act, BCH, chainTime, HOUR, openWallet, passBlocks, passTime, type Fixture } from '../fixture.js';

interface Signable {
  readonly claimableAmount: number;
  readonly wcTransaction: object;
}

const NOTICE = 6;

/** A payment: paused, settled by the service, resumed, claimed, cancelled. */
export const paymentScenario = async (fixture: Fixture): Promise<void> => {
  const { client, told } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const order = {
    recipient: recipient.address,
    amountPerPeriod: 0.05,
    interval: 'DAILY',
    startDate: (await chainTime(fixture)) + 2 * HOUR,
    cancelNoticeBlocks: NOTICE,
  };
  const { id } = (await client.post<{ payment: { id: string } }>('/api/payments/create', order, sender.address))
    .payment;
  const path = `/api/payments/${id}`;
  await act(
    sender,
    () => client.get<Signable>(`${path}/funding-info`),
    (txHash) => client.post(`${path}/confirm-funding`, { txHash }),
  );
  told.push({ path, caller: undefined, statuses: ['ACTIVE', 'PAUSED', 'CANCELLED'] });
  const asSender = (what: 'pause' | 'resume' | 'cancel'): Promise<string> =>
    act(
      sender,
      () => client.post<Signable>(`${path}/${what}`, {}, sender.address),
      (txHash) => client.post(`${path}/confirm-${what}`, { txHash }),
    );

  await asSender('pause');
  await passBlocks(fixture, NOTICE + 3);
  if (fixture.isOver()) return;
  await asSender('resume');
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await client.get(path);
  await asSender('cancel');
  told.push({ path, caller: undefined, statuses: ['CANCELLED'] });
};

/** A payment of which a period is claimed. */
export const paidPaymentScenario = async (fixture: Fixture): Promise<void> => {
  const { client, told } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const order = {
    recipient: recipient.address,
    amountPerPeriod: 0.05,
    interval: 'DAILY',
    startDate: (await chainTime(fixture)) + 2 * HOUR,
  };
  const { id } = (await client.post<{ payment: { id: string } }>('/api/payments/create', order, sender.address))
    .payment;
  const path = `/api/payments/${id}`;
  await act(
    sender,
    () => client.get<Signable>(`${path}/funding-info`),
    (txHash) => client.post(`${path}/confirm-funding`, { txHash }),
  );
  await passTime(fixture, 4 * HOUR);
  if (fixture.isOver()) return;
  await act(
    recipient,
    () => client.post<Signable>(`${path}/claim`, { recipientAddress: recipient.address }, recipient.address),
    (txHash, { claimableAmount }) => client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claimableAmount }),
  );
  told.push({ path, caller: undefined, statuses: ['ACTIVE'] });
};
