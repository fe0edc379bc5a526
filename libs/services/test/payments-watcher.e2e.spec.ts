import { lockingBytecodeOf } from '@weir/covenants';
import { until, untilSo } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createStreamWatcher, type PaymentView } from '../src/index.js';
import { toContractState } from '../src/streams/contract/stored-stream.js';
import { signBackdatedCancel } from './support/backdated-cancel.js';
import { scriptOf, spend } from './support/funding/craft.js';
import { NOTE, SILENT, startTestbed, useBed, useStreamWatcher } from './support/testbed.js';

const NOTICE = 6;
const ASSETS = [
  { asset: 'BCH', perPeriod: 5_000_000n },
  { asset: 'tokens', perPeriod: 768_614_336_404_564_650n },
] as const;

const bed = useBed(startTestbed);
const { watch, warnings } = useStreamWatcher(bed);

const read = async (id: string): Promise<PaymentView> => (await bed.payments.get(id)).payment;
const untilRead = (id: string, what: string, is: (payment: PaymentView) => boolean): Promise<PaymentView> =>
  until(what, async () => {
    const payment = await read(id);
    return is(payment) ? payment : undefined;
  });

const received = async ({ tokenCategory }: PaymentView, recipient: Wallet): Promise<bigint> =>
  tokenCategory === null ? (await bed.balance(recipient)) - NOTE : bed.tokens(recipient, tokenCategory);

const stored = async (id: string) => {
  const row = await bed.context.streams.findById(id);
  if (row?.state === null || row === undefined) throw new Error('The payment has no state');
  return { row, state: row.state };
};

/** A pause the API would never build: dated to a time of the thief's choice. */
const pauseBackdated = async (id: string, thief: Wallet, locktime: number): Promise<void> => {
  const { row, state } = await stored(id);
  const coins = await bed.context.chain.unspent(lockingBytecodeOf(thief.publicKeyHash));
  const position = bed.context.contracts.of(row).at(toContractState(state, undefined));
  const pause = position.pauseAt(BigInt(locktime));
  if (pause === undefined) throw new Error('The payment cannot be paused then');
  const { wcTransaction } = pause.build(coins);
  bed.node.submit((await thief.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction);
};

const act = async (id: string, sender: Wallet, what: 'pause' | 'resume' | 'cancel'): Promise<void> => {
  const ask = {
    pause: () => bed.payments.pause(id, sender.address),
    resume: () => bed.payments.resume(id, sender.address),
    cancel: () => bed.payments.cancel(id, {}, sender.address),
  };
  const { wcTransaction } = await ask[what]();
  await sender.signTransaction(wcTransaction);
};

describe.each(ASSETS)('the watcher of a payment of $asset', ({ asset, perPeriod }) => {
  const parties = (): [Wallet, Wallet] => [bed.wallet(1_000_000_000n), bed.wallet()];
  const openDue = async (days: number) => {
    const [sender, recipient] = parties();
    const payment = await bed.openPayment(sender, recipient, asset, perPeriod);
    bed.passDays(days);
    bed.node.advanceTime(600);
    bed.node.mine(12);
    return { payment, sender, recipient };
  };

  it('settles a valid pause after its notice, and pushes nothing', async () => {
    const { payment, sender, recipient } = await openDue(2);
    const watcher = watch();
    await act(payment.id, sender, 'pause');
    bed.node.mine();
    await untilRead(
      payment.id,
      'the pause to be mined',
      ({ pause }) => pause?.availableAtHeight === bed.node.tip.height + NOTICE,
    );
    // Nothing happens at its script any more: only the height says that it is due.
    bed.node.mine(NOTICE - 1);
    const settled = await untilRead(payment.id, 'the settling', ({ pause }) => pause?.settled === true);
    expect(settled).toMatchObject({ status: 'PAUSED', paymentCount: 2, totalPaid: 2n * perPeriod });
    expect(await received(payment, recipient)).toBe(2n * perPeriod);
    expect(watcher.status().lastAction?.kind).toBe('settle');
  });

  it.each(['resume', 'cancel', 'nothing'] as const)(
    'pushes against a pause dated back, with %s to follow: the thief gains nothing',
    async (then) => {
      const { payment, sender, recipient } = await openDue(6);
      await pauseBackdated(payment.id, sender, payment.startDate - 60);
      bed.node.mine();
      watch();
      const pushed = await untilRead(payment.id, 'the push', ({ paymentCount }) => paymentCount >= 6);
      expect(pushed.totalPaid).toBe(6n * perPeriod);
      expect(await received(payment, recipient)).toBe(6n * perPeriod);
      if (then === 'cancel')
        await expect(act(payment.id, sender, 'cancel')).rejects.toMatchObject({ code: 'NOTICE_NOT_OVER' });
      bed.node.mine(NOTICE + 1);
      await untilRead(payment.id, 'the settling', ({ pause }) => pause?.settled === true);
      if (then === 'cancel') {
        await act(payment.id, sender, 'cancel');
        bed.node.mine(NOTICE + 1);
        await untilRead(
          payment.id,
          'the refund',
          ({ refund }) => refund?.status === 'sent' || refund?.status === 'confirmed',
        );
      }
      if (then === 'resume') {
        await act(payment.id, sender, 'resume');
        const resumed = await untilRead(payment.id, 'the resume', ({ status }) => status === 'ACTIVE');
        // The period that ran when it was paused is paid with the resume.
        expect(resumed).toMatchObject({ paymentCount: 7, totalPaid: 7n * perPeriod });
      }
      expect(await received(payment, recipient)).toBe((then === 'resume' ? 7n : 6n) * perPeriod);
    },
  );

  it('pushes against a cancel dated back', async () => {
    const { payment, sender, recipient } = await openDue(5);
    const { row } = await stored(payment.id);
    const signed = await signBackdatedCancel(bed.context, row, sender, payment.startDate - 60);
    bed.node.submit(signed?.signedTransaction ?? '');
    bed.node.mine();
    watch();
    await untilRead(payment.id, 'the push', ({ paymentCount }) => paymentCount === 5);
    bed.node.mine(NOTICE + 1);
    await untilRead(payment.id, 'the refund', ({ refund }) => refund?.status === 'sent');
    expect(await received(payment, recipient)).toBe(5n * perPeriod);
  });

  it('takes a pause and what followed it back when the chain does, and gives it again', async () => {
    const { payment, sender } = await openDue(2);
    watch();
    await act(payment.id, sender, 'pause');
    bed.node.mine(NOTICE + 1);
    await untilRead(payment.id, 'the settling', ({ pause }) => pause?.settled === true);
    bed.node.mine();
    bed.node.reorganise(NOTICE + 2, { blocks: NOTICE + 3, keep: 'drop', transactions: 'none' });
    await untilRead(payment.id, 'the rollback', ({ status }) => status === 'ACTIVE');
    // A reader may have met the old branch for a moment.
    warnings.splice(0);
    expect(await read(payment.id)).toMatchObject({
      paymentCount: 0,
      totalPaid: 0n,
      pause: null,
      nextPaymentDate: payment.startDate,
    });
    expect((await bed.payments.get(payment.id)).events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['paused', 'settled', 'rolled_back']),
    );
  });
});

const COIN = 100_000_000n;

/** Spends what a transaction of a wallet spent, once that is gone. @returns the hash */
const doubleSpend = async (txHash: string, wallet: Wallet): Promise<string> => {
  const inputs = bed.node.transaction(txHash)?.inputs ?? [];
  bed.node.drop(txHash);
  const [{ txid, vout } = { txid: '', vout: 0 }] = inputs;
  return spend(bed.node, wallet, [{ txid, vout }], [{ lockingBytecode: scriptOf(wallet), valueSatoshis: 1_000n }]);
};

describe('a transaction whose place another one took', () => {
  it('is a funding that is rolled back at once, and never asked for again', async () => {
    const common = { context: bed.context, databaseUrl: bed.database.url, log: SILENT };
    // Anybody who waits for denials waits longer than this test.
    const watcher = createStreamWatcher({ ...common, pollMs: 50, patience: { checks: 3, spacingMs: 60_000 } });
    const sender = bed.wallet(10n * COIN);
    const stream = await bed.openStream(sender, bed.wallet(), 1);
    const funding = stream.fundingTxHash ?? '';
    await untilSo('the watcher', () => watcher.status().following > 0);
    await until('the first reading', async () => {
      const [followed] = await bed.context.streams.watch.findFollowed([stream.id]);
      return followed?.reading === null ? undefined : followed;
    });
    const winner = await doubleSpend(funding, sender);
    await untilSo('PENDING', async () => (await bed.streams.get(stream.id)).stream.status === 'PENDING');
    expect((await bed.streams.get(stream.id)).events.at(-1)).toMatchObject({
      event: 'rolled_back',
      of: 'funded',
      reason: 'replaced',
      replacedBy: winner,
    });
    await expect(bed.streams.confirmFunding(stream.id, funding)).rejects.toMatchObject({
      code: 'TX_REPLACED',
      details: { txHash: funding, replacedBy: winner },
    });
    // What nobody has seen may still come.
    await expect(bed.streams.confirmFunding(stream.id, 'ab'.repeat(32))).rejects.toMatchObject({
      code: 'TX_NOT_FOUND',
    });
    await watcher.stop();
  });
});
