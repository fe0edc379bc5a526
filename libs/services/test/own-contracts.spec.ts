import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { createStreamWatcher } from '../src/index.js';
import { fundOwnContract, storeOwnContract } from './support/own-contract.js';
import { startTestbed, until, type Testbed } from './support/testbed.js';

const NOTICE = 6;
const UNITS = 120_000n;
const COIN = 100_000_000n;

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed.stop());

const ASSETS = [
  { asset: 'BCH', total: 120_000_000n },
  { asset: 'tokens', total: UNITS },
] as const;

describe.each(ASSETS)('a row from before plans, in $asset,', ({ asset, total }) => {
  const open = async (product: 'stream' | 'payment') => {
    const [sender, recipient] = [bed.wallet(10n * COIN), bed.wallet(COIN)];
    const tokenCategory =
      asset === 'BCH'
        ? null
        : bed.node.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), { amount: total }).category;
    bed.node.mine();
    const stored = await storeOwnContract(bed, sender, recipient, { product, total, tokenCategory });
    const fundingTxHash = await fundOwnContract(bed, sender, stored);
    const confirmed =
      product === 'stream'
        ? (await bed.streams.confirmFunding(stored.id, fundingTxHash)).status
        : (await bed.payments.confirmFunding(stored.id, fundingTxHash)).status;
    expect(confirmed).toBe('ACTIVE');
    return { stored, sender, recipient, fundingTxHash };
  };
  const pass = (days: number): void => {
    bed.passDays(days);
    bed.node.advanceTime(600);
    bed.node.mine(12);
  };
  const claim = async ({ id }: StreamRecord, recipient: Wallet) => {
    const { wcTransaction, claimableAmount, signatureRequired } = await bed.streams.claim(
      id,
      recipient.address,
      recipient.address,
    );
    expect(signatureRequired).toBe(true);
    const { signedTransactionHash } = await recipient.signTransaction(wcTransaction);
    const amount = asset === 'BCH' ? Number(claimableAmount) / 1e8 : Number(claimableAmount);
    return bed.streams.confirmClaim(id, signedTransactionHash, amount);
  };
  const cancel = async ({ id }: StreamRecord, sender: Wallet) => {
    const { wcTransaction } = await bed.streams.cancel(id, { sender: sender.address }, sender.address);
    return bed.streams.confirmCancel(id, (await sender.signTransaction(wcTransaction)).signedTransactionHash);
  };

  it('names a funding that nobody confirmed, and is funded by it', async () => {
    const [sender, recipient] = [bed.wallet(10n * COIN), bed.wallet()];
    const tokenCategory =
      asset === 'BCH'
        ? null
        : bed.node.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), { amount: total }).category;
    bed.node.mine();
    const stored = await storeOwnContract(bed, sender, recipient, { product: 'stream', total, tokenCategory });
    expect((await bed.streams.fundingInfo(stored.id)).kind).toBe('funding');
    const fundingTxHash = await fundOwnContract(bed, sender, stored);
    await expect(bed.streams.fundingInfo(stored.id)).rejects.toMatchObject({ details: { fundingTxHash } });
    expect((await bed.streams.confirmFunding(stored.id, fundingTxHash)).stream).toMatchObject({
      status: 'ACTIVE',
      fundedBySender: true,
      contractAddress: stored.contractAddress,
    });
  });

  it('is claimed from, by the recipient’s signature, to its end', async () => {
    const { stored, recipient } = await open('stream');
    pass(5);
    expect((await claim(stored, recipient)).stream.withdrawnAmount).toBeGreaterThan(total / 3n);
    pass(6);
    expect(await claim(stored, recipient)).toMatchObject({ status: 'COMPLETED', stream: { withdrawnAmount: total } });
    expect((await bed.streams.get(stored.id)).events.map(({ event }) => event)).toEqual([
      'funded',
      'claimed',
      'claimed',
      'completed',
    ]);
  });

  it('is cancelled, pushed and refunded', async () => {
    const { stored, sender } = await open('stream');
    pass(5);
    const { stream } = await cancel(stored, sender);
    expect(stream).toMatchObject({ status: 'CANCELLED', refund: { status: 'pending' } });
    await expect(bed.streams.refund(stored.id)).rejects.toMatchObject({ code: 'NOTICE_NOT_OVER' });
    pass(1);
    const refunded = await bed.streams.refund(stored.id);
    expect(refunded.stream.withdrawnAmount).toBeGreaterThan(stream.withdrawnAmount);
    expect(refunded.amount).toBeGreaterThan(total / 4n);
    expect(refunded.stream.refund).toMatchObject({ status: 'sent', txHash: refunded.txHash });
  });

  it('is taken back with its funding when the chain does, and given again', async () => {
    const { stored, fundingTxHash } = await open('stream');
    const log = { info: () => undefined, warn: () => undefined };
    const watcher = createStreamWatcher({
      context: bed.context,
      databaseUrl: bed.database.url,
      log,
      intervalMs: 200,
      pollMs: 20,
      patience: { checks: 3, spacingMs: 40 },
    });
    const statusIs = (status: string) =>
      until(status, async () => ((await bed.streams.get(stored.id)).stream.status === status ? true : undefined));
    try {
      const funding = bed.node.transaction(fundingTxHash);
      bed.node.mine();
      await until('the block', async () => (await bed.streams.get(stored.id)).events[0]?.height ?? undefined);
      bed.node.reorganise(1, { blocks: 2, keep: 'drop', transactions: 'none' });
      await statusIs('PENDING');
      bed.node.submit(funding?.hex ?? '');
      await statusIs('ACTIVE');
      expect((await bed.streams.get(stored.id)).events.map(({ event }) => event)).toEqual([
        'funded',
        'rolled_back',
        'restored',
      ]);
    } finally {
      await watcher.stop();
    }
  });

  it('is a payment that pauses, waits, resumes and is cancelled while a notice runs', async () => {
    const { stored, sender } = await open('payment');
    const { id } = stored;
    const act = async (what: 'pause' | 'resume' | 'cancel') => {
      const info = await (what === 'cancel'
        ? bed.payments.cancel(id, {}, sender.address)
        : bed.payments[what](id, sender.address));
      const { signedTransactionHash } = await sender.signTransaction(info.wcTransaction);
      const confirm = {
        pause: () => bed.payments.confirmPause(id, signedTransactionHash),
        resume: () => bed.payments.confirmResume(id, signedTransactionHash),
        cancel: () => bed.payments.confirmCancel(id, signedTransactionHash),
      };
      return confirm[what]();
    };
    pass(2);
    expect(await act('pause')).toMatchObject({ status: 'PAUSED', payment: { paymentCount: 2 } });
    bed.node.mine(NOTICE + 1);
    expect(await act('resume')).toMatchObject({ status: 'ACTIVE', payment: { paymentCount: 2 } });
    expect(await act('pause')).toMatchObject({ status: 'PAUSED' });
    expect(await act('cancel')).toMatchObject({ status: 'CANCELLED', payment: { paymentCount: 2 } });
    bed.node.mine(NOTICE + 1);
    expect((await bed.payments.refund(id)).amount).toBeGreaterThanOrEqual((total * 10n) / 12n);
  });
});
