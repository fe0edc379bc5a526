import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import { findPlanDeployments } from '@weir/covenants';
import type { DevnetControl } from '@weir/devnet';
import { DAY, streamTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { balanceOf, bch, chainTime, type Fixture, openWallet, passDays, until } from './fixture.js';
import { cancelStream, claimStream, openStream, readStream } from './streams.js';

interface PlainCoin {
  readonly tx_hash: string;
  readonly tx_pos: number;
  readonly value: number;
}

/** Returns plain coins of the sender: one of them at input 0 is the sender's consent to a cancel. */
const plainCoins = async (control: DevnetControl, address: string) => {
  const coins = (await control.call(
    'blockchain.address.listunspent',
    address,
    'exclude_tokens',
  )) as readonly PlainCoin[];
  return coins.map(({ tx_hash: txid, tx_pos: vout, value }) => ({ txid, vout, satoshis: BigInt(value) }));
};

/**
 * Does what a dishonest sender would do without the API: rebuilds the contract from its funding on the chain and signs
 * a cancel with a past locktime. The network accepts it, since no script can prove that a time is not older.
 */
const cancelBackdated = async (
  { weir, control, say }: Fixture,
  thief: Wallet,
  id: string,
  locktime: number,
): Promise<void> => {
  const fundingHash = (await weir.streams.at(id).get()).stream.funding_tx_hash;
  if (fundingHash === null) throw new Error('The stream is not funded');
  const transaction = decodeTransaction(
    hexToBin((await control.call('blockchain.transaction.get', fundingHash)) as string),
  );
  if (typeof transaction === 'string') throw new Error(transaction);
  const found = findPlanDeployments('devnet', fundingHash, transaction);
  const [deployment] = found.ok ? found.deployments : [];
  const cancel = deployment?.stream.at(deployment.state).cancelAt(BigInt(locktime));
  if (cancel === undefined) throw new Error('The stream is not there to be cancelled');
  const built = cancel.build(await plainCoins(control, thief.address));
  const signed = await thief.signTransaction({ ...built.transaction.wcTransaction, broadcast: false });
  await control.submit(signed.signedTransaction);
  say.step('The thief signs a cancel dated back to the start and hands it to a node');
  say.fact('transaction', signed.signedTransactionHash);
  say.fact('claims to be vested', bch(cancel.vested));
  say.fact('takes back', bch(built.amount));
};

/** Plays a chapter and shows the balances before and after it. */
const withBalances = async (
  fixture: Fixture,
  parties: Record<string, Wallet>,
  play: () => Promise<void>,
): Promise<Record<string, bigint>> => {
  const read = async () =>
    Promise.all(
      Object.entries(parties).map(async ([name, { address }]) => [name, await balanceOf(fixture, address)] as const),
    );
  const before = new Map(await read());
  await play();
  const differences: Record<string, bigint> = {};
  fixture.say.step('Balances before and after');
  for (const [name, after] of await read()) {
    const was = before.get(name) ?? 0n;
    differences[name] = after - was;
    fixture.say.fact(name, `${bch(was)} → ${bch(after)}`);
  }
  return differences;
};

/** A linear stream, claimed in the middle and at the end. */
export const completedStream = async (fixture: Fixture): Promise<void> => {
  fixture.say.chapter('A stream of 2 BCH over ten days, claimed twice, to the last satoshi');
  const sender = await openWallet(fixture, 'Sender', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Recipient', 0n);
  const paid = await withBalances(fixture, { sender, recipient }, async () => {
    const startTime = await chainTime(fixture);
    const stream = await openStream(fixture, sender, streamTerms(recipient.address, startTime, { totalAmount: 2 }));
    await passDays(fixture, 5);
    await claimStream(fixture, recipient, stream);
    await passDays(fixture, 6);
    const { status } = await claimStream(fixture, recipient, stream);
    if (status !== 'COMPLETED') throw new Error(`The stream should be complete and is ${status}`);
  });
  // The note of 1,200 satoshis comes with the funding; the recipient paid no fee.
  if (paid['recipient'] !== 200_001_200n)
    throw new Error(`The recipient should have 2 BCH and the note, and has ${paid['recipient'] ?? 0n}`);
};

/** A stream in steps, cancelled after the first; the service refunds the rest by itself after the notice. */
export const cancelledStream = async (fixture: Fixture): Promise<void> => {
  fixture.say.chapter('A stream of 1 BCH in four steps, cancelled after the first, refunded after the notice');
  const sender = await openWallet(fixture, 'Sender', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Recipient', 0n);
  const paid = await withBalances(fixture, { sender, recipient }, async () => {
    const startTime = await chainTime(fixture);
    const order = streamTerms(recipient.address, startTime, {
      streamType: 'STEP',
      endTime: startTime + 20 * DAY,
      intervalSeconds: 5 * DAY,
    });
    const stream = await openStream(fixture, sender, order);
    await passDays(fixture, 6);
    await cancelStream(fixture, sender, stream);
    await waitForRefund(fixture, stream.id);
  });
  if (paid['recipient'] !== 25_001_200n)
    throw new Error(`The recipient should have a quarter and the note, and has ${paid['recipient'] ?? 0n}`);
};

/** A cancel backdated to before anything vested: the watcher pushes what is due, and the thief gains nothing. */
export const backdatedCancel = async (fixture: Fixture): Promise<void> => {
  fixture.say.chapter('A thief cancels a stream nine tenths vested, dated back to its start');
  const sender = await openWallet(fixture, 'Thief', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Recipient', 0n);
  const paid = await withBalances(fixture, { thief: sender, recipient }, async () => {
    const startTime = await chainTime(fixture);
    const stream = await openStream(fixture, sender, streamTerms(recipient.address, startTime));
    await passDays(fixture, 9);
    await cancelBackdated(fixture, sender, stream.id, startTime + 60);
    await fixture.control.mine();
    const pushed = await until('the push against the cancel', async () => {
      const row = await readStream(fixture, stream.id);
      return row.withdrawn_amount_base >= 89_000_000n ? row : undefined;
    });
    fixture.say.step("The service's watcher has pushed what had vested, without any key");
    fixture.say.fact('withdrawn', bch(pushed.withdrawn_amount_base));
    await waitForRefund(fixture, stream.id);
  });
  if ((paid['recipient'] ?? 0n) < 89_000_000n) throw new Error('The thief gained by dating back');
};

/** Mines through the notice and waits for the service to send the refund by itself. */
const waitForRefund = async (fixture: Fixture, id: string): Promise<void> => {
  const { control, say } = fixture;
  await control.mine(7);
  say.step('The notice is over: 7 blocks');
  const sent = await until('the refund', async () => {
    const { refund } = await readStream(fixture, id);
    return refund?.txHash === null || refund?.txHash === undefined ? undefined : refund;
  });
  say.step('The service has sent the refund, which needs no signature');
  say.fact('transaction', sent.txHash ?? '');
  await control.mine();
  const confirmed = await until('the refund to be mined', async () => {
    const { refund } = await readStream(fixture, id);
    return refund?.status === 'confirmed' ? refund : undefined;
  });
  say.fact('refund', confirmed.status);
};
