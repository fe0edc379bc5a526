import { sql } from 'kysely';
import { startElectrumProxy } from '@weir/devnet';
import { createChainReader, createElectrumPool, type StreamRecord } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { createStreamsService, createStreamWatcher } from '../src/index.js';
import { loadStream } from '../src/streams/load-stream.js';
import { protectDuringNotice } from '../src/streams/watch/protect-during-notice.js';
import { DAY, startTestbed, until, useBed, SILENT } from './support/testbed.js';

const SPACING = 600;
const NOTICE = 6;
const HIGH_RATE = 5_000n;
const UNITS = 9_223_372_036_854_775_807n;

const bed = useBed(startTestbed);

const mine = (blocks: number): void => {
  for (let mined = 0; mined < blocks; mined += 1) {
    bed.node.advanceTime(SPACING);
    bed.node.mine();
  }
};

const rowOf = async (id: string): Promise<StreamRecord> => loadStream(bed.context, id);

/** Lets the watcher record the block of a cancel, where nothing is owed yet. */
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
    const { wcTransaction } = await bed.streams.cancel(id, { sender: sender.address }, sender.address);
    await bed.streams.confirmCancel(id, (await sender.signTransaction(wcTransaction)).signedTransactionHash);
    mine(1);
    await recordBlock(id);
    const { withdrawnAmount: before } = (await bed.streams.get(id)).stream;

    bed.node.setRelayFee(HIGH_RATE);
    // Asks the node anew: what the testbed's own reader was told holds for minutes.
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
  it('the parties are told once, operators see it, and the recipient pays the fee with a coin of their own', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet(10_000_000n)];
    const { id } = await bed.openStream(sender, recipient, 1, 1);
    mine(DAY / 2 / SPACING);
    const { wcTransaction } = await bed.streams.cancel(id, { sender: sender.address }, sender.address);
    const cancel = (await sender.signTransaction(wcTransaction)).signedTransactionHash;
    await bed.streams.confirmCancel(id, cancel);
    mine(1);
    const watch = () =>
      createStreamWatcher({
        // Asks the node anew: what a reader was told holds for minutes.
        context: { ...bed.context, chain: createChainReader(bed.pool) },
        databaseUrl: bed.database.url,
        log: SILENT,
        intervalMs: 50,
      });
    const told = async () =>
      (
        await sql<{ kind: string; product: string; txHash: string }>`
          SELECT kind, product, tx_hash FROM outbox WHERE record_id = ${id} AND kind = 'at_risk'`.execute(bed.db)
      ).rows;

    await recordBlock(id);
    bed.node.setRelayFee(HIGH_RATE);
    try {
      for (let restarts = 0; restarts < 2; restarts += 1) {
        const watcher = watch();
        await until('the figure', () => Promise.resolve(watcher.status().atRisk === 1 ? true : undefined));
        await watcher.stop();
      }
      expect(await told()).toEqual([{ kind: 'at_risk', product: 'stream', txHash: cancel }]);
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

it('a recipient may pay more than nodes ask, so that a claim is mined though blocks are full', async () => {
  const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet(10_000_000n)];
  const { id } = await bed.openStream(sender, recipient, 1, 1);
  mine(DAY / SPACING);
  const claim = (feeRate?: bigint) =>
    bed.streams.claim(id, { recipientAddress: recipient.address, caller: recipient.address, feeRate });
  expect(await claim()).toMatchObject({ signatureRequired: false });
  const dear = await claim(10_000n);
  expect(dear.signatureRequired).toBe(true);
  const { signedTransaction, signedTransactionHash } = await recipient.signTransaction(dear.wcTransaction);
  const spent = dear.wcTransaction.sourceOutputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const transaction = bed.node.transaction(signedTransactionHash);
  const paid = (transaction?.outputs ?? []).reduce((sum, { satoshis }) => sum + satoshis, 0n);
  expect(spent - paid).toBeGreaterThanOrEqual(BigInt(signedTransaction.length / 2) * 10n);
});

it('one server that lies about the fee rate holds no push back', async () => {
  const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
  const { id } = await bed.openStream(sender, recipient, 1, 1);
  mine(DAY / 2 / SPACING);
  const { wcTransaction } = await bed.streams.cancel(id, { sender: sender.address }, sender.address);
  await bed.streams.confirmCancel(id, (await sender.signTransaction(wcTransaction)).signedTransactionHash);
  mine(1);
  await recordBlock(id);
  mine(NOTICE - 2);
  const liar = await startElectrumProxy(bed.url);
  liar.misbehave({
    methods: ['blockchain.relayfee'],
    fault: { kind: 'lie', tell: () => Number(HIGH_RATE) / 100_000_000 },
  });
  const pool = await createElectrumPool({ urls: [bed.url, liar.url] });
  try {
    await until('both servers', () =>
      Promise.resolve(pool.status().every(({ connected }) => connected) ? true : undefined),
    );
    const chain = createChainReader(pool);
    expect(await chain.feeRate()).toBe(HIGH_RATE);
    const sent = await protectDuringNotice({ ...bed.context, chain }, await rowOf(id), new Map());
    expect(sent.map(({ kind }) => kind)).toEqual(['push']);
  } finally {
    await pool.close();
    await liar.stop();
  }
});
