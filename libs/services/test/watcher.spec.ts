import type { Wallet } from '@weir/wallet';
import { createStreamWatcher, type StreamView, type StreamWatcher } from '../src/index.js';
import { signBackdatedCancel } from './support/backdated-cancel.js';
import { DAY, NOTE, startTestbed, until, type Testbed } from './support/testbed.js';

let bed: Testbed;
const watchers: StreamWatcher[] = [];
const warnings: unknown[] = [];

const watch = (): StreamWatcher => {
  const log = { info: () => undefined, warn: (details: object) => void warnings.push(details) };
  const watcher = createStreamWatcher({ context: bed.context, databaseUrl: bed.database.url, log, intervalMs: 500 });
  watchers.push(watcher);
  return watcher;
};

beforeAll(async () => {
  bed = await startTestbed();
});
afterEach(async () => {
  await Promise.all(watchers.splice(0).map((watcher) => watcher.stop()));
  expect(warnings.splice(0)).toEqual([]);
});
afterAll(() => bed.stop());

const read = async (id: string): Promise<StreamView> => (await bed.streams.get(id)).stream;

const refunded = (id: string) =>
  until('the refund', async () => {
    const stream = await read(id);
    return stream.refund?.status === 'confirmed' ? stream : undefined;
  });

/** Mines through the notice, then the refund itself once it was sent. */
const passNotice = async (id: string): Promise<StreamView> => {
  bed.node.mine(7);
  await until('the refund to be sent', async () => (await read(id)).refund?.txHash ?? undefined);
  bed.node.mine();
  return refunded(id);
};

const cancelHonestly = async (stream: StreamView, sender: Wallet): Promise<void> => {
  const { wcTransaction } = await bed.streams.cancel(stream.id, { sender: sender.address }, sender.address);
  const { signedTransactionHash } = await sender.signTransaction(wcTransaction);
  await bed.streams.confirmCancel(stream.id, signedTransactionHash);
};

/** A cancel the API would never build: dated to a time of the thief's choice. */
const cancelBackdated = async (stream: StreamView, thief: Wallet, locktime: number): Promise<void> => {
  const stored = await bed.context.streams.findById(stream.id);
  const signed = stored && (await signBackdatedCancel(bed.context, stored, thief, locktime));
  if (signed === undefined) throw new Error('The stream cannot be cancelled');
  bed.node.submit(signed.signedTransaction);
};

/** What a recipient has of a stream's asset beside the note that told of it. */
const received = async ({ tokenCategory }: StreamView, recipient: Wallet): Promise<bigint> =>
  tokenCategory === null ? (await bed.balance(recipient)) - NOTE : bed.tokens(recipient, tokenCategory);

const ASSETS = [
  {
    asset: 'BCH',
    total: 100_000_000n,
    open: (sender: Wallet, recipient: Wallet) => bed.openStream(sender, recipient, 1),
  },
  {
    asset: 'tokens',
    total: 9_223_372_036_854_775_807n,
    open: (sender: Wallet, recipient: Wallet) => bed.openTokenStream(sender, recipient, 9_223_372_036_854_775_807n),
  },
] as const;

describe.each(ASSETS)('the watcher of a stream of $asset', ({ total, open }) => {
  it('sends the refund of an honest cancel after its notice, and pushes nothing', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const stream = await open(sender, recipient);
    bed.passDays(4);
    await cancelHonestly(stream, sender);
    const { vestedAmount } = await read(stream.id);
    bed.node.mine();
    watch();
    const { withdrawnAmount, refund, status } = await passNotice(stream.id);
    expect(status).toBe('CANCELLED');
    expect(withdrawnAmount).toBe(vestedAmount);
    expect(await received(stream, recipient)).toBe(withdrawnAmount);
    // Of BCH what is left of the reserve comes back, too.
    expect((refund?.amount ?? 0n) >= total - withdrawnAmount).toBe(true);
  });

  it('pushes against a cancel dated back: the thief gains nothing', async () => {
    const [thief, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const stream = await open(thief, recipient);
    bed.passDays(9);
    await cancelBackdated(stream, thief, stream.startTime + 60);
    const mined = bed.node.mine();
    const watcher = watch();
    const honest =
      (total * BigInt((bed.node.blockAt((mined[0]?.height ?? 0) - 1)?.medianTimePast ?? 0) - 1 - stream.startTime)) /
      BigInt(10 * DAY);
    const pushed = await until('the push', async () => {
      const now = await read(stream.id);
      return now.withdrawnAmount >= honest ? now : undefined;
    });
    expect(pushed.withdrawnAmount).toBe(honest);
    expect(watcher.status().lastAction?.kind).toBe('push');
    await passNotice(stream.id);
    expect(await received(stream, recipient)).toBe(honest);
    const { claims } = await bed.streams.get(stream.id);
    expect(claims.map(({ source }) => source)).toEqual(expect.arrayContaining(['chain']));
    expect(claims.reduce((sum, { amount }) => sum + amount, 0n)).toBe(honest);
  });

  it('records what others did: a claim nobody confirmed', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const stream = await open(sender, recipient);
    bed.passDays(3);
    const { wcTransaction, claimableAmount } = await bed.streams.claim(stream.id, {
      recipientAddress: recipient.address,
      caller: recipient.address,
    });
    await recipient.signTransaction(wcTransaction);
    bed.node.mine();
    watch();
    const caughtUp = await until('the claim', async () =>
      (await read(stream.id)).withdrawnAmount > 0n ? read(stream.id) : undefined,
    );
    expect(caughtUp.withdrawnAmount).toBe(claimableAmount);
  });
});

describe('the watcher', () => {
  it('works in one replica at a time, and another takes over', async () => {
    const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
    const stream = await bed.openStream(sender, recipient, 1);
    const [first, second] = [watch(), watch()];
    const leading = () => [first, second].filter((watcher) => watcher.status().isLeader);
    await until('a leader', () => Promise.resolve(leading().length > 0 ? true : undefined));
    expect(leading()).toHaveLength(1);
    bed.passDays(2);
    await cancelHonestly(stream, sender);
    bed.node.mine();
    await leading()[0]?.stop();
    const { refund } = await passNotice(stream.id);
    expect(refund?.status).toBe('confirmed');
    expect(leading()).toHaveLength(1);
  });
});
