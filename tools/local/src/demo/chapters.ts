import type { Wallet } from '@weir/wallet';
import { cancelBackdated } from './backdated-cancel.js';
import { bch } from './narrator.js';
import { cancelStream, claimStream, openStream, readStream } from './streams.js';
import { balanceOf, chainTime, openWallet, passDays, until, type World } from './world.js';

const DAY = 86_400;

/** Shows what a chapter did to two wallets. */
const withBalances = async (
  world: World,
  parties: Record<string, Wallet>,
  play: () => Promise<void>,
): Promise<Record<string, bigint>> => {
  const read = async () =>
    Promise.all(
      Object.entries(parties).map(async ([name, { address }]) => [name, await balanceOf(world, address)] as const),
    );
  const before = new Map(await read());
  await play();
  const differences: Record<string, bigint> = {};
  world.say.step('Balances before and after');
  for (const [name, after] of await read()) {
    const was = before.get(name) ?? 0n;
    differences[name] = after - was;
    world.say.fact(name, `${bch(was)} → ${bch(after)}`);
  }
  return differences;
};

/** A linear stream, claimed in the middle and at the end. */
export const completedStream = async (world: World): Promise<void> => {
  world.say.chapter('A stream of 2 BCH over ten days, claimed twice, to the last satoshi');
  const sender = await openWallet(world, 'Sender', 1_000_000_000n);
  const recipient = await openWallet(world, 'Recipient', 0n);
  const paid = await withBalances(world, { sender, recipient }, async () => {
    const startTime = await chainTime(world);
    const { id } = await openStream(world, sender, {
      recipient: recipient.address,
      totalAmount: 2,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 10 * DAY,
    });
    await passDays(world, 5);
    await claimStream(world, recipient, id);
    await passDays(world, 6);
    const { status } = await claimStream(world, recipient, id);
    if (status !== 'COMPLETED') throw new Error(`The stream should be complete and is ${status}`);
  });
  // The note of 1,000 satoshis comes with the funding; the recipient paid no fee.
  if (paid['recipient'] !== 200_001_000n)
    throw new Error(`The recipient should have 2 BCH and the note, and has ${paid['recipient'] ?? 0n}`);
};

/** A stream in steps, cancelled after the first; the service refunds the rest by itself after the notice. */
export const cancelledStream = async (world: World): Promise<void> => {
  world.say.chapter('A stream of 1 BCH in four steps, cancelled after the first, refunded after the notice');
  const sender = await openWallet(world, 'Sender', 1_000_000_000n);
  const recipient = await openWallet(world, 'Recipient', 0n);
  const paid = await withBalances(world, { sender, recipient }, async () => {
    const startTime = await chainTime(world);
    const order = {
      recipient: recipient.address,
      totalAmount: 1,
      streamType: 'STEP',
      startTime,
      endTime: startTime + 20 * DAY,
      intervalSeconds: 5 * DAY,
    } as const;
    const { id } = await openStream(world, sender, order);
    await passDays(world, 6);
    await cancelStream(world, sender, id);
    await waitForRefund(world, id);
  });
  if (paid['recipient'] !== 25_001_000n)
    throw new Error(`The recipient should have a quarter and the note, and has ${paid['recipient'] ?? 0n}`);
};

/** A cancel dated back to before anything vested: the watcher pushes what is due, and the thief gains nothing. */
export const backdatedCancel = async (world: World): Promise<void> => {
  world.say.chapter('A thief cancels a stream nine tenths vested, dated back to its start');
  const sender = await openWallet(world, 'Thief', 1_000_000_000n);
  const recipient = await openWallet(world, 'Recipient', 0n);
  const paid = await withBalances(world, { thief: sender, recipient }, async () => {
    const startTime = await chainTime(world);
    const order = {
      recipient: recipient.address,
      totalAmount: 1,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 10 * DAY,
    } as const;
    const { id } = await openStream(world, sender, order);
    await passDays(world, 9);
    await cancelBackdated(world, sender, id, startTime + 60);
    await world.control.mine();
    const pushed = await until('the push against the cancel', async () => {
      const row = await readStream(world, id);
      return BigInt(row.withdrawn_amount_base) >= 89_000_000n ? row : undefined;
    });
    world.say.step("The service's watcher has pushed what had vested, without any key");
    world.say.fact('withdrawn', bch(BigInt(pushed.withdrawn_amount_base)));
    await waitForRefund(world, id);
  });
  if ((paid['recipient'] ?? 0n) < 89_000_000n) throw new Error('The thief gained by dating back');
};

/** Mines through the notice and waits for the service to send the refund by itself. */
const waitForRefund = async (world: World, id: string): Promise<void> => {
  const { control, say } = world;
  await control.mine(7);
  say.step('The notice is over: 7 blocks');
  const sent = await until('the refund', async () => {
    const { refund } = await readStream(world, id);
    return refund?.txHash === null || refund?.txHash === undefined ? undefined : refund;
  });
  say.step('The service has sent the refund, which needs no signature');
  say.fact('transaction', sent.txHash ?? '');
  await control.mine();
  const confirmed = await until('the refund to be mined', async () => {
    const { refund } = await readStream(world, id);
    return refund?.status === 'confirmed' ? refund : undefined;
  });
  say.fact('refund', confirmed.status);
};
