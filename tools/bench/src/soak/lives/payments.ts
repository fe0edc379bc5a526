import { act, BCH, chainTime, HOUR, openWallet, passBlocks, passTime, type World } from '../world.js';

interface Signable {
  readonly claimableAmount: number;
  readonly wcTransaction: object;
}

const NOTICE = 6;

/** A payment: paused, settled by the service, resumed, claimed, cancelled. */
export const paymentLife = async (world: World): Promise<void> => {
  const { client, told } = world;
  const [sender, recipient] = [await openWallet(world, 2n * BCH, BCH / 100n), await openWallet(world, BCH / 100n)];
  const order = {
    recipient: recipient.address,
    amountPerPeriod: 0.05,
    interval: 'DAILY',
    startDate: (await chainTime(world)) + 2 * HOUR,
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
  await passBlocks(world, NOTICE + 3);
  if (world.isOver()) return;
  await asSender('resume');
  await passTime(world, 4 * HOUR);
  if (world.isOver()) return;
  await client.get(path);
  await asSender('cancel');
  told.push({ path, caller: undefined, statuses: ['CANCELLED'] });
};

/** A payment of which a period is claimed. */
export const paidPaymentLife = async (world: World): Promise<void> => {
  const { client, told } = world;
  const [sender, recipient] = [await openWallet(world, 2n * BCH, BCH / 100n), await openWallet(world, BCH / 100n)];
  const order = {
    recipient: recipient.address,
    amountPerPeriod: 0.05,
    interval: 'DAILY',
    startDate: (await chainTime(world)) + 2 * HOUR,
  };
  const { id } = (await client.post<{ payment: { id: string } }>('/api/payments/create', order, sender.address))
    .payment;
  const path = `/api/payments/${id}`;
  await act(
    sender,
    () => client.get<Signable>(`${path}/funding-info`),
    (txHash) => client.post(`${path}/confirm-funding`, { txHash }),
  );
  await passTime(world, 4 * HOUR);
  if (world.isOver()) return;
  await act(
    recipient,
    () => client.post<Signable>(`${path}/claim`, { recipientAddress: recipient.address }, recipient.address),
    (txHash, { claimableAmount }) => client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claimableAmount }),
  );
  told.push({ path, caller: undefined, statuses: ['ACTIVE'] });
};
