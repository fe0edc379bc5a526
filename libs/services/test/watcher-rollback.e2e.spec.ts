import { setTimeout as sleep } from 'node:timers/promises';
import { until, untilSo } from '@weir/testing';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import type { Wallet } from '@weir/wallet';
import { createStreamWatcher, type StreamEventView, type StreamView, type StreamWatcher } from '../src/index.js';
import { signBackdatedCancel } from './support/backdated-cancel.js';
import { NOTE, startTestbed, type Testbed } from './support/testbed.js';
import { startUnelectedWatcher } from './support/unelected-watcher.js';

/** What servers say of a transaction they do not know. */
const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';
/** Longer than the watcher needs to lose patience. */
const WHILE_MS = 600;

let bed: Testbed;
let watcher: StreamWatcher | undefined;
const warnings: object[] = [];

const log = {
  info: () => undefined,
  warn(details: object) {
    warnings.push(details);
  },
};

const watch = ({ intervalMs, pollMs } = { intervalMs: 100, pollMs: 20 }): void => {
  watcher = createStreamWatcher({
    context: bed.context,
    databaseUrl: bed.database.url,
    log,
    intervalMs,
    pollMs,
    patience: { checks: 3, spacingMs: 40 },
  });
};

// One server for all databases of this file.
let keeper: TestDatabase;
beforeAll(async () => {
  keeper = await createTestDatabase();
});
afterAll(() => keeper.drop());
beforeEach(async () => {
  bed = await startTestbed(2);
});
afterEach(async () => {
  await watcher?.stop();
  watcher = undefined;
  await bed.stop();
  warnings.splice(0);
});

const read = async (id: string): Promise<StreamView> => (await bed.streams.get(id)).stream;
const eventsOf = async (id: string): Promise<string[]> =>
  (await bed.streams.get(id)).events.map(({ event, of, reason }) =>
    [event, of, reason].filter((word) => word !== null).join(' '),
  );
const lastEvent = async (id: string): Promise<StreamEventView | undefined> => (await bed.streams.get(id)).events.at(-1);

const untilRead = (id: string, what: string, is: (stream: StreamView) => boolean) =>
  until(what, async () => {
    const stream = await read(id);
    return is(stream) ? stream : undefined;
  });
const untilEvent = (id: string, last: string) => untilSo(last, async () => (await eventsOf(id)).at(-1) === last);

const parties = (): [Wallet, Wallet] => [bed.wallet(1_000_000_000n), bed.wallet()];

/** An active stream whose funding is deep in the chain, three days in. */
const openOldStream = async (): Promise<{ stream: StreamView; sender: Wallet; recipient: Wallet }> => {
  const [sender, recipient] = parties();
  const stream = await bed.openStream(sender, recipient, 1);
  bed.passDays(3);
  return { stream, sender, recipient };
};

const signClaim = async (
  stream: StreamView,
  recipient: Wallet,
): Promise<{ hex: string; hash: string; amount: bigint }> => {
  const { wcTransaction, claimableAmount } = await bed.streams.claim(stream.id, {
    recipientAddress: recipient.address,
    caller: recipient.address,
  });
  const { signedTransaction: hex, signedTransactionHash: hash } = await recipient.signTransaction({
    ...wcTransaction,
    broadcast: false,
  });
  return { hex, hash, amount: claimableAmount };
};

const signCancel = async (stream: StreamView, sender: Wallet): Promise<{ hex: string; hash: string }> => {
  const { wcTransaction } = await bed.streams.cancel(stream.id, { sender: sender.address }, sender.address);
  const { signedTransaction: hex, signedTransactionHash: hash } = await sender.signTransaction({
    ...wcTransaction,
    broadcast: false,
  });
  return { hex, hash };
};

describe('what the chain takes back', () => {
  it('a funding that is reorganised away makes the stream PENDING, and ACTIVE when it comes again', async () => {
    const [sender, recipient] = parties();
    const stream = await bed.openStream(sender, recipient, 1);
    const funding = bed.node.transaction(stream.fundingTxHash ?? '')?.hex ?? '';
    bed.node.mine(3);
    watch();
    await untilSo('the block', async () => (await lastEvent(stream.id))?.finality === 'mined');
    bed.node.reorganise(3, { keep: 'drop' });
    const pending = await untilRead(stream.id, 'PENDING', ({ status }) => status === 'PENDING');
    expect(pending).toMatchObject({
      fundingTxHash: null,
      fundedBySender: null,
      activatedAt: null,
      nftCommitment: stream.nftCommitment,
      withdrawnAmount: 0n,
    });
    expect(await eventsOf(stream.id)).toEqual(['funded', 'rolled_back funded vanished']);
    expect(await lastEvent(stream.id)).toMatchObject({
      txHash: stream.fundingTxHash,
      amount: 100_000_000n,
      source: 'chain',
      finality: null,
      height: null,
    });

    bed.node.submit(funding);
    const active = await untilRead(stream.id, 'ACTIVE', ({ status }) => status === 'ACTIVE');
    expect(active).toMatchObject({ fundingTxHash: stream.fundingTxHash, fundedBySender: true });
    const [block] = bed.node.mine();
    await untilSo('its block', async () => (await lastEvent(stream.id))?.height === block?.height);
    expect(await lastEvent(stream.id)).toMatchObject({
      event: 'restored',
      of: 'funded',
      source: 'chain',
      finality: 'mined',
    });
    expect(warnings).toEqual([]);
  });

  it('a claim that a cancel was mined instead of: the record has the cancel', async () => {
    const { stream, sender, recipient } = await openOldStream();
    const cancel = await signCancel(stream, sender);
    const claim = await signClaim(stream, recipient);
    bed.node.submit(claim.hex);
    await bed.streams.confirmClaim(stream.id, claim.hash, Number(claim.amount) / 1e8);
    watch();
    bed.node.mine(1, { transactions: [cancel.hex] });
    await untilRead(stream.id, 'CANCELLED', ({ status }) => status === 'CANCELLED');
    expect(await eventsOf(stream.id)).toEqual(['funded', 'claimed', 'rolled_back claimed replaced', 'cancelled']);
    const { events, claims } = await bed.streams.get(stream.id);
    expect(events[2]).toMatchObject({ txHash: claim.hash, amount: claim.amount, replacedBy: cancel.hash });
    expect(claims.map(({ txHash }) => txHash)).toEqual([cancel.hash]);
    await expect(bed.streams.confirmClaim(stream.id, claim.hash, 0.3)).rejects.toMatchObject({
      code: 'TX_REPLACED',
      details: { txHash: claim.hash, replacedBy: cancel.hash },
    });
    expect(warnings).toEqual([]);
  });

  it('a claim dropped from all mempools; sent again, it is restored, and confirming it again succeeds', async () => {
    const { stream, recipient } = await openOldStream();
    const claim = await signClaim(stream, recipient);
    const confirm = () => bed.streams.confirmClaim(stream.id, claim.hash, Number(claim.amount) / 1e8);
    bed.node.submit(claim.hex);
    await confirm();
    watch();
    await untilSo('the start', () => watcher?.status().following === 1);
    bed.node.drop(claim.hash);
    await untilRead(stream.id, 'the rollback', ({ withdrawnAmount }) => withdrawnAmount === 0n);
    expect(await eventsOf(stream.id)).toEqual(['funded', 'claimed', 'rolled_back claimed vanished']);
    await expect(confirm()).rejects.toMatchObject({ code: 'TX_NOT_FOUND' });
    bed.node.submit(claim.hex);
    await untilEvent(stream.id, 'restored claimed');
    expect(await confirm()).toMatchObject({ claim: { amount: claim.amount, source: 'chain' } });
  });

  it('a cancel mined in another block: the refund waits for that one', async () => {
    const { stream, sender } = await openOldStream();
    const cancel = await signCancel(stream, sender);
    bed.node.submit(cancel.hex);
    await bed.streams.confirmCancel(stream.id, cancel.hash);
    bed.node.mine(2);
    watch();
    const first = await untilRead(stream.id, 'the height', ({ refund }) => refund?.availableAtHeight !== null);
    expect(first.refund?.availableAtHeight).toBe(bed.node.tip.height - 1 + 6);
    bed.node.reorganise(2, { blocks: 3, transactions: 'none' });
    await untilRead(stream.id, 'no height', ({ refund }) => refund?.availableAtHeight === null);
    bed.node.mine();
    const second = await untilRead(stream.id, 'the new height', ({ refund }) => refund?.availableAtHeight !== null);
    expect(second.refund?.availableAtHeight).toBe(bed.node.tip.height + 6);
    expect(await eventsOf(stream.id)).toEqual(['funded', 'cancelled']);
  });

  it('a block replaced by another of the same height that holds the same transaction', async () => {
    const [sender, recipient] = parties();
    const stream = await bed.openStream(sender, recipient, 1);
    bed.node.mine();
    watch();
    const blockNow = async () => (await bed.context.streams.transitionsOf(stream.id))[0]?.block?.hash;
    const old = bed.node.tip.hash;
    await untilSo('the block', async () => (await blockNow()) === old);
    bed.node.reorganise(1, { blocks: 2, transactions: 'all' });
    const instead = bed.node.blockAt(bed.node.tip.height - 1)?.hash;
    await untilSo('the other block', async () => (await blockNow()) === instead);
    expect(await eventsOf(stream.id)).toEqual(['funded']);
  });

  it('nothing any more that ten blocks are on', async () => {
    const [sender, recipient] = parties();
    const stream = await bed.openStream(sender, recipient, 1);
    watch();
    expect(await lastEvent(stream.id)).toMatchObject({ event: 'funded', finality: 'mempool', height: null });
    const [block] = bed.node.mine(10);
    await untilSo('mined', async () => (await lastEvent(stream.id))?.finality === 'mined');
    bed.node.mine();
    await untilSo('final', async () => (await lastEvent(stream.id))?.finality === 'final');
    expect((await lastEvent(stream.id))?.height).toBe(block?.height);
  });
});

describe('no sign of anything is', () => {
  const untouched = async (id: string, mischief: () => Promise<unknown>): Promise<void> => {
    const before = [await read(id), await eventsOf(id)];
    await mischief();
    await sleep(WHILE_MS);
    expect([await read(id), await eventsOf(id)].map((each) => JSON.stringify(each, plain))).toEqual(
      before.map((each) => JSON.stringify(each, plain)),
    );
  };
  const plain = (key: string, value: unknown): unknown => {
    // Time passes meanwhile, by the clock where no server reports the chain's time.
    if (['asOf', 'updatedAt', 'vestedAmount', 'claimableAmount', 'progressPercentage'].includes(key)) return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  };
  const onBoth = (act: (control: Testbed['controls'][number]) => Promise<unknown>) => () =>
    Promise.all(bed.controls.map(act));
  const onFirst = (act: (control: Testbed['controls'][number]) => Promise<unknown>) => () =>
    Promise.all(bed.controls.slice(0, 1).map(act));

  it.each([
    ['an empty history on all servers', onBoth((control) => control.hideHistory())],
    ['a lower tip on all servers', onBoth((control) => control.reportTip(bed.node.tip.height - 8))],
    ['errors from all servers', onBoth((control) => control.failCalls())],
    [
      'a denial of mined transactions by all servers',
      onBoth((control) => control.failCalls({ methods: ['blockchain.transaction.get'], message: DENIAL })),
    ],
    [
      'an empty history and a denial on one server',
      onFirst(async (control) => [
        await control.hideHistory(),
        await control.failCalls({ methods: ['blockchain.transaction.get'], message: DENIAL }),
      ]),
    ],
    [
      'both on all servers, of a transaction whose block stands',
      onBoth(async (control) => [
        await control.hideHistory(),
        await control.failCalls({ methods: ['blockchain.transaction.get'], message: DENIAL }),
      ]),
    ],
    ['silence of one server', onFirst((control) => control.hangCalls())],
    ['a shorter chain', onFirst((control) => control.reorganise(3, { blocks: 1, keep: 'drop' }))],
  ])('%s', async (_, mischief) => {
    const { stream, recipient } = await openOldStream();
    const claim = await signClaim(stream, recipient);
    bed.node.submit(claim.hex);
    await bed.streams.confirmClaim(stream.id, claim.hash, Number(claim.amount) / 1e8);
    bed.node.mine(2);
    watch();
    await untilSo('the block', async () => (await lastEvent(stream.id))?.finality === 'mined');
    await untouched(stream.id, mischief);

    // When the servers show clearly again, the watcher goes on.
    for (const control of bed.controls) await control.resetFaults();
    bed.node.mine(4);
    const expected = bed.node.transaction(claim.hash) === undefined ? 'rolled_back claimed vanished' : 'claimed';
    await untilEvent(stream.id, expected);
  });

  it('one server that does not know a transaction of the mempool', async () => {
    const { stream, recipient } = await openOldStream();
    const claim = await signClaim(stream, recipient);
    bed.node.submit(claim.hex);
    await bed.streams.confirmClaim(stream.id, claim.hash, Number(claim.amount) / 1e8);
    watch();
    await untouched(
      stream.id,
      onFirst(async (control) => [
        await control.hideHistory(),
        await control.failCalls({ methods: ['blockchain.transaction.get'], message: DENIAL }),
      ]),
    );
  });
});

describe('the watcher', () => {
  it('records what a server gives notice of, long before its next look', async () => {
    const { stream, recipient } = await openOldStream();
    watch({ intervalMs: 600_000, pollMs: 600_000 });
    await untilSo('the start', () => watcher?.status().following === 1);
    for (let i = 0; i < 5; i += 1) {
      bed.passDays(1);
      const { hex, hash } = await signClaim(stream, recipient);
      bed.node.submit(hex);
      await untilSo('the record', async () => (await lastEvent(stream.id))?.txHash === hash);
    }
  });

  it('records everything it missed when it starts', async () => {
    const { stream, sender, recipient } = await openOldStream();
    watch();
    await untilSo('the start', () => watcher?.status().following === 1);
    await watcher?.stop();
    for (let i = 0; i < 3; i += 1) {
      bed.node.submit((await signClaim(stream, recipient)).hex);
      bed.passDays(1);
    }
    bed.node.submit((await signCancel(await read(stream.id), sender)).hex);
    watch();
    await untilRead(stream.id, 'CANCELLED', ({ status }) => status === 'CANCELLED');
    expect(await eventsOf(stream.id)).toEqual(['funded', 'pushed', 'pushed', 'pushed', 'cancelled']);
  });

  it('uses the servers that show the whole history', async () => {
    const { stream, recipient } = await openOldStream();
    for (const control of bed.controls.slice(0, 1)) await control.hideHistory();
    watch();
    bed.node.submit((await signClaim(stream, recipient)).hex);
    await untilEvent(stream.id, 'pushed');
  });

  it('protects and refunds though the whole history is hidden, which anybody can bring about', async () => {
    const { stream, sender } = await openOldStream();
    const stored = await bed.context.streams.findById(stream.id);
    const cancel = stored && (await signBackdatedCancel(bed.context, stored, sender, stream.startTime + 60));
    bed.node.submit(cancel?.signedTransaction ?? '');
    await bed.streams.confirmCancel(stream.id, cancel?.signedTransactionHash ?? '');
    bed.node.mine();
    for (const control of bed.controls) await control.hideHistory();
    watch();
    await untilEvent(stream.id, 'pushed');
    bed.node.mine(7);
    await untilEvent(stream.id, 'refunded');
    bed.node.mine();
    for (const control of bed.controls) await control.resetFaults();
    await untilRead(stream.id, 'the refund', ({ refund }) => refund?.status === 'confirmed');
    expect(await eventsOf(stream.id)).toEqual(['funded', 'cancelled', 'pushed', 'refunded']);
  });

  it('does no harm beside another at the same time', async () => {
    const { stream, sender, recipient } = await openOldStream();
    const other = startUnelectedWatcher(bed.context, log);
    watch();
    const stored = await bed.context.streams.findById(stream.id);
    const cancel = stored && (await signBackdatedCancel(bed.context, stored, sender, stream.startTime + 60));
    bed.node.submit(cancel?.signedTransaction ?? '');
    bed.node.mine();
    await untilEvent(stream.id, 'pushed');
    bed.node.mine(7);
    await untilEvent(stream.id, 'refunded');
    bed.node.mine();
    await untilRead(stream.id, 'the refund', ({ refund }) => refund?.status === 'confirmed');
    expect(await eventsOf(stream.id)).toEqual(['funded', 'cancelled', 'pushed', 'refunded']);
    expect(await bed.balance(recipient)).toBe((await read(stream.id)).withdrawnAmount + NOTE);
    await other.stop();
    expect(warnings).toEqual([]);
  });
});
