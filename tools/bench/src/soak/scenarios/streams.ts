import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { act, BCH, chainTime, HOUR, openWallet, passTime, type Fixture } from '../fixture.js';

interface Signable {
  readonly claimableAmount: number;
  readonly wcTransaction: object;
}

const UNITS = 10n ** 12n;

/** What the sender pays with. */
const assetOf = async ({ control }: Fixture, sender: Wallet, kind: 'BCH' | 'tokens'): Promise<object> => {
  if (kind === 'BCH') return { totalAmount: 1 };
  const { category } = await control.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), { amount: UNITS });
  return { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, totalAmount: UNITS.toString() };
};

/** A stream from its creation to its end: claimed to the last, or cancelled in the middle. */
export const streamScenario = async (
  fixture: Fixture,
  kind: 'BCH' | 'tokens',
  ending: 'complete' | 'cancel',
): Promise<void> => {
  const { client, told } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const startTime = await chainTime(fixture);
  const order = {
    recipient: recipient.address,
    streamType: 'LINEAR',
    startTime,
    endTime: startTime + 8 * HOUR,
    cancelNoticeBlocks: 6,
    ...(await assetOf(fixture, sender, kind)),
  };
  const { id } = (await client.post<{ stream: { id: string } }>('/api/streams/create', order, sender.address)).stream;
  const path = `/api/streams/${id}`;
  await act(
    sender,
    () => client.get<Signable>(`${path}/funding-info`),
    (txHash) => client.post(`${path}/confirm-funding`, { txHash }),
  );
  told.push({ path, caller: undefined, statuses: ['ACTIVE', 'CANCELLED', 'COMPLETED'] });

  const claim = (): Promise<string> =>
    act(
      recipient,
      () => client.post<Signable>(`${path}/claim`, { recipientAddress: recipient.address }, recipient.address),
      (txHash, { claimableAmount }) => client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claimableAmount }),
    );
  await passTime(fixture, 3 * HOUR);
  if (fixture.isOver()) return;
  await claim();
  await client.get(path);
  if (ending === 'cancel') {
    await act(
      sender,
      () => client.post<Signable>(`${path}/cancel`, { sender: sender.address }, sender.address),
      (txHash) => client.post(`${path}/confirm-cancel`, { txHash }),
    );
    told.push({ path, caller: undefined, statuses: ['CANCELLED'] });
    return;
  }
  await passTime(fixture, 7 * HOUR);
  if (fixture.isOver()) return;
  await claim();
  told.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};
