import { sql } from 'kysely';
import { startElectrumProxy } from '@weir/devnet';
import { createChainReader, createElectrumPool, type StreamRecord } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createStreamsService, createStreamWatcher, type PaymentView, type StreamView } from '../src/index.js';
import { loadStream } from '../src/streams/load-stream.js';
import { createTurns } from '../src/streams/watch/due-turns.js';
import { protectDuringNotice } from '../src/streams/watch/protect-during-notice.js';
import { DAY, NOTE, SILENT, startTestbed, useBed, useStreamWatcher } from './support/testbed.js';

/** Seconds between two blocks: the median time past then lags the clock by about an hour. */
const SPACING = 600;
const NOTICE = 6;
const HOUR = 3_600;
const UNITS = 9_223_372_036_854_775_807n;

const bed = useBed(startTestbed);
const { watch } = useStreamWatcher(bed);

const mine = (blocks: number): void => {
  for (let mined = 0; mined < blocks; mined += 1) {
    bed.node.advanceTime(SPACING);
    bed.node.mine();
  }
};

/** Cancels a stream and confirms it. @returns the hash */
const cancel = async (id: string, sender: Wallet): Promise<string> => {
  const { wcTransaction } = await bed.streams.cancel(id, { sender: sender.address }, sender.address);
  const { signedTransactionHash } = await sender.signTransaction(wcTransaction);
  await bed.streams.confirmCancel(id, signedTransactionHash);
  return signedTransactionHash;
};

/** What the chain's time says, as locktimes have to be below it, with the block of a height as the tip. */
const usableAt = (height: number): number => (bed.node.blockAt(height)?.medianTimePast ?? 0) - 1;

const received = async ({ tokenCategory }: StreamView | PaymentView, recipient: Wallet): Promise<bigint> =>
  tokenCategory === null ? (await bed.balance(recipient)) - NOTE : bed.tokens(recipient, tokenCategory);

/** What the first output of a refund pays. */
const returned = ({ tokenCategory }: StreamView | PaymentView, txHash: string): bigint => {
  const output = bed.node.transaction(txHash)?.outputs[0];
  const amount = tokenCategory === null ? output?.satoshis : output?.token?.amount;
  if (amount === undefined) throw new Error('The refund pays nobody');
  return amount;
};

const ASSETS = [
  {
    asset: 'BCH',
    total: 100_000_000n,
    perPeriod: 5_000_000n,
    open: (sender: Wallet, recipient: Wallet) => bed.openStream(sender, recipient, 1, 1),
    // The reserve pays for a 16th of what is left: what vests in one block of this stream is less, in an hour more.
    lastPush: NOTICE - 2,
    halfTime: DAY / 2,
  },
  {
    asset: 'tokens',
    total: UNITS,
    perPeriod: UNITS / 12n,
    open: (sender: Wallet, recipient: Wallet) => bed.openTokenStream(sender, recipient, UNITS, 1 / 2),
    // The same here, in half the time.
    lastPush: NOTICE - 2,
    halfTime: DAY / 4,
  },
] as const;

describe.each(ASSETS)(
  'the end of the notice of a valid cancel, in $asset',
  ({ asset, total, perPeriod, lastPush, halfTime, open }) => {
    const readStream = async (id: string): Promise<StreamView> => (await bed.streams.get(id)).stream;
    const readPayment = async (id: string): Promise<PaymentView> => (await bed.payments.get(id)).payment;

    /** A stream cancelled after half its time, its cancel mined: when that was by the clock, and in which block. */
    const cancelled = async () => {
      const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
      const stream = await open(sender, recipient);
      mine(halfTime / SPACING);
      await cancel(stream.id, sender);
      const at = bed.node.now();
      const { withdrawnAmount } = await readStream(stream.id);
      mine(1);
      return { stream, recipient, at, paid: withdrawnAmount, height: bed.node.tip.height };
    };
    const vestedAt = ({ startTime, endTime }: StreamView, time: number): bigint =>
      (total * BigInt(time - startTime)) / BigInt(endTime - startTime);

    it('pays the recipient what vested in the hour before the cancel', async () => {
      const { stream, recipient, at, paid, height } = await cancelled();
      // The chain's time lags: the cancel itself could pay nothing of that hour.
      expect(paid).toBeLessThan(vestedAt(stream, at - HOUR / 2));
      watch();
      // At first there is nothing to push: this cancel is not dated back.
      await untilSo(
        'the block',
        async () => typeof (await readStream(stream.id)).refund?.availableAtHeight === 'number',
      );
      mine(NOTICE - 3);
      mine(1);
      const pushed = await until('the push', async () => {
        const now = await readStream(stream.id);
        return now.withdrawnAmount > paid ? now : undefined;
      });
      expect(pushed.withdrawnAmount).toBe(vestedAt(stream, usableAt(height + NOTICE - 2)));
      expect(pushed.refund?.status).toBe('pending');
      if (asset === 'tokens') expect(pushed.refund?.amount).toBe(total - pushed.withdrawnAmount);

      mine(1);
      await until('the refund', async () => (await readStream(stream.id)).refund?.txHash ?? undefined);
      const { withdrawnAmount, refund } = await readStream(stream.id);
      expect(withdrawnAmount).toBe(vestedAt(stream, usableAt(height + lastPush)));
      expect(withdrawnAmount).toBeGreaterThanOrEqual(vestedAt(stream, at - 60));
      expect(await received(stream, recipient)).toBe(withdrawnAmount);
      expect(refund).toMatchObject({ status: 'sent', amount: returned(stream, refund?.txHash ?? '') });
      if (asset === 'tokens') expect(refund?.amount).toBe(total - withdrawnAmount);
      const { claims } = await bed.streams.get(stream.id);
      expect(claims.reduce((sum, { amount }) => sum + amount, 0n)).toBe(withdrawnAmount);
      // No matter how much time passes, nothing follows.
      mine(3);
      await until('the refund', async () => (await readStream(stream.id)).refund?.status === 'confirmed' || undefined);
      expect(await received(stream, recipient)).toBe(withdrawnAmount);
    });

    it('is where a refund that is asked for late counts to', async () => {
      const { stream, recipient, height } = await cancelled();
      mine(NOTICE + 30);
      const { amount, txHash, stream: after } = await bed.streams.refund(stream.id);
      expect(after.withdrawnAmount).toBe(vestedAt(stream, usableAt(height + NOTICE - 1)));
      expect(await received(stream, recipient)).toBe(after.withdrawnAmount);
      expect(amount).toBe(returned(stream, txHash));
      expect(await bed.streams.refund(stream.id)).toMatchObject({ txHash, amount });
    });

    it.each(['cancel', 'pause'] as const)('pays the period that fell due in the hour before a %s', async (what) => {
      const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
      const payment = await bed.openPayment(sender, recipient, asset, perPeriod);
      while (bed.node.now() < payment.startDate + SPACING) mine(1);
      expect(usableAt(bed.node.tip.height)).toBeLessThan(payment.startDate);
      const { wcTransaction } = await (what === 'cancel'
        ? bed.payments.cancel(payment.id, {}, sender.address)
        : bed.payments.pause(payment.id, sender.address));
      await sender.signTransaction(wcTransaction);
      mine(1);
      watch();
      await until('the notice', async () => {
        const { refund, pause } = await readPayment(payment.id);
        return (refund ?? pause)?.availableAtHeight ?? undefined;
      });
      expect((await readPayment(payment.id)).totalPaid).toBe(0n);
      mine(NOTICE - 1);
      const ended = await until('the end', async () => {
        const now = await readPayment(payment.id);
        return now.refund?.txHash || now.pause?.settled ? now : undefined;
      });
      expect(ended).toMatchObject({ paymentCount: 1, totalPaid: perPeriod });
      expect(await received(payment, recipient)).toBe(perPeriod);
      if (what === 'cancel') expect(ended.refund?.amount).toBe(returned(payment, ended.refund?.txHash ?? ''));
      if (what === 'cancel' && asset === 'tokens') expect(ended.refund?.amount).toBe(11n * perPeriod);
    });
  },
);

describe('a notice in which the rest vests', () => {
  it('leaves no refund: the recipient gets all', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const stream = await bed.openStream(sender, recipient, 1, 2);
    while (usableAt(bed.node.tip.height) < stream.endTime - 2_000) mine(1);
    const { wcTransaction } = await bed.streams.cancel(stream.id, { sender: sender.address }, sender.address);
    await sender.signTransaction(wcTransaction);
    mine(1);
    watch();
    await until(
      'the cancel',
      async () => (await bed.streams.get(stream.id)).stream.refund?.availableAtHeight ?? undefined,
    );
    mine(NOTICE - 1);
    const done = await until('the push', async () => {
      const now = (await bed.streams.get(stream.id)).stream;
      return now.status === 'COMPLETED' ? now : undefined;
    });
    expect(done).toMatchObject({ withdrawnAmount: 100_000_000n, refund: null });
    expect(await received(stream, recipient)).toBe(100_000_000n);
    await expect(bed.streams.refund(stream.id)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  });
});

const HIGH_RATE = 5_000n;

const rowOf = async (id: string): Promise<StreamRecord> => loadStream(bed.context, id);

/** Lets the watcher record the block of a cancel, where nothing is payable yet. */
const recordBlock = async (id: string): Promise<void> => {
  const common = { context: bed.context, databaseUrl: bed.database.url, log: SILENT };
  const watcher = createStreamWatcher({ ...common, intervalMs: 200 });
  try {
    await until('the block', async () => (await rowOf(id)).refund?.availableAtHeight ?? undefined);
  } finally {
    await watcher.stop();
  }
};

describe.each([
  ['BCH', (sender: Wallet, recipient: Wallet) => bed.openStream(sender, recipient, 1, 1), DAY / 2],
  ['tokens', (sender: Wallet, recipient: Wallet) => bed.openTokenStream(sender, recipient, UNITS, 1 / 2), DAY / 4],
] as const)('the end of a notice in %s where only the fee rate of nodes keeps the push back', (_, open, halfTime) => {
  it('waits for a lower rate, at which the recipient is paid first', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const { id } = await open(sender, recipient);
    mine(halfTime / SPACING);
    await cancel(id, sender);
    mine(1);
    await recordBlock(id);
    const { withdrawnAmount: before } = (await bed.streams.get(id)).stream;

    bed.node.setRelayFee(HIGH_RATE);
    // Asks the node again: what the testbed's own reader was reported holds for minutes.
    const context = { ...bed.context, chain: createChainReader(bed.pool) };
    try {
      const alreadyPushed = new Map<string, string>();
      mine(NOTICE - 2);
      expect(await protectDuringNotice(context, await rowOf(id), alreadyPushed)).toEqual([]);
      // It is looked at again: the rate may fall in the same block.
      expect(alreadyPushed.size).toBe(0);
      mine(2);
      expect(await protectDuringNotice(context, await rowOf(id), alreadyPushed)).toEqual([]);
      await expect(createStreamsService(context).refund(id)).rejects.toMatchObject({
        code: 'FEE_RATE_TOO_HIGH',
        details: { feeRate: Number(HIGH_RATE) },
      });
      expect((await bed.streams.get(id)).stream).toMatchObject({
        status: 'CANCELLED',
        withdrawnAmount: before,
        refund: { txHash: null },
      });
    } finally {
      bed.node.setRelayFee(1_000n);
    }

    const sent = await protectDuringNotice(bed.context, await rowOf(id), new Map());
    expect(sent.map(({ kind }) => kind)).toEqual(['push', 'refund']);
    const { withdrawnAmount, refund } = (await bed.streams.get(id)).stream;
    expect(withdrawnAmount).toBeGreaterThan(before);
    expect(refund?.txHash).toBe(sent[1]?.txHash);
  });
});

describe('while a notice runs and nodes ask more than a push without a signature pays', () => {
  it('the parties are reported once, operators see it, and the recipient pays the fee with a coin of their own', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet(10_000_000n)];
    const { id } = await bed.openStream(sender, recipient, 1, 1);
    mine(DAY / 2 / SPACING);
    const txHash = await cancel(id, sender);
    mine(1);
    const watch = () =>
      createStreamWatcher({
        // Asks the node again: what a reader was reported holds for minutes.
        context: { ...bed.context, chain: createChainReader(bed.pool) },
        databaseUrl: bed.database.url,
        log: SILENT,
        intervalMs: 50,
      });
    const published = async () =>
      (
        await sql<{ kind: string; product: string; txHash: string }>`
          SELECT kind, product, tx_hash FROM outbox WHERE record_id = ${id} AND kind = 'at_risk'`.execute(bed.db)
      ).rows;

    await recordBlock(id);
    bed.node.setRelayFee(HIGH_RATE);
    try {
      for (let restarts = 0; restarts < 2; restarts += 1) {
        const watcher = watch();
        await untilSo('the figure', () => watcher.status().atRisk === 1);
        await watcher.stop();
      }
      expect(await published()).toEqual([{ kind: 'at_risk', product: 'stream', txHash }]);
      const { events } = await bed.streams.get(id);
      expect(events.map(({ event }) => event)).toEqual(['funded', 'cancelled', 'at_risk']);

      const context = { ...bed.context, chain: createChainReader(bed.pool) };
      const streams = createStreamsService(context);
      mine(2);
      const claim = await streams.claim(id, { recipientAddress: recipient.address, caller: recipient.address });
      expect(claim.signatureRequired).toBe(true);
      const { withdrawnAmount: before } = (await streams.get(id)).stream;
      const { signedTransactionHash } = await recipient.signTransaction(claim.wcTransaction);
      await streams.confirmClaim(id, signedTransactionHash, Number(claim.claimableAmount) / 100_000_000);
      expect((await streams.get(id)).stream.withdrawnAmount).toBe(before + claim.claimableAmount);
    } finally {
      bed.node.setRelayFee(1_000n);
    }
    const watcher = watch();
    await until('a round', () => Promise.resolve(watcher.status().lastRoundAt ?? undefined));
    expect(watcher.status().atRisk).toBe(0);
    await watcher.stop();
  });
});

it('one server that lies about the fee rate holds no push back', async () => {
  const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
  const { id } = await bed.openStream(sender, recipient, 1, 1);
  mine(DAY / 2 / SPACING);
  await cancel(id, sender);
  mine(1);
  await recordBlock(id);
  mine(NOTICE - 2);
  const liar = await startElectrumProxy(bed.url);
  liar.misbehave({
    methods: ['blockchain.relayfee'],
    fault: { kind: 'lie', answer: () => Number(HIGH_RATE) / 100_000_000 },
  });
  const pool = await createElectrumPool({ urls: [bed.url, liar.url] });
  try {
    await untilSo('both servers', () => pool.status().every(({ connected }) => connected));
    const chain = createChainReader(pool);
    expect(await chain.feeRate()).toBe(HIGH_RATE);
    const sent = await protectDuringNotice({ ...bed.context, chain }, await rowOf(id), new Map());
    expect(sent.map(({ kind }) => kind)).toEqual(['push']);
  } finally {
    await pool.close();
    await liar.stop();
  }
});

it('looks at refunds by turns, so that those that cannot be ended keep no others waiting', async () => {
  const senders = [bed.wallet(1_000_000_000n), bed.wallet(1_000_000_000n)];
  const opened = await Promise.all(
    senders.map(async (sender) => ({ sender, id: (await bed.openStream(sender, bed.wallet(), 1, 1)).id })),
  );
  mine(DAY / 2 / SPACING);
  for (const { id, sender } of opened) await cancel(id, sender);
  mine(1);
  for (const { id } of opened) await recordBlock(id);
  const height = bed.node.tip.height + 2 * NOTICE;
  const { rows } = await bed.context.streams.due('refunds', { height, limit: 100 });
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  const inTurn = createTurns(bed.context, 1);
  const seen: string[] = [];
  for (let turn = 0; turn <= ids.length; turn += 1) seen.push(...(await inTurn('refunds', height)));
  expect(seen).toEqual([...ids, ids[0]]);
});
