import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import type { ChainReader } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import type { StreamContext } from '../src/index.js';
import { scriptHistoryOf, SharedHistories } from '../src/streams/watch/reading.js';
import { sharingTransactions } from '../src/streams/watch/stream-job.js';
import { useBed, SILENT } from './support/testbed.js';
import { startUnelectedWatcher } from './support/unelected-watcher.js';
import { startVaultBed } from './support/vault-bed.js';

const SIBLINGS = 30;

const bed = useBed(startVaultBed);
/** How often each script's history, and each transaction, was asked for. */
const asked = new Map<string, number>();
const count = (name: string) => asked.set(name, (asked.get(name) ?? 0) + 1);
let context: StreamContext;
beforeAll(() => {
  const { chain } = bed.context;
  const counted: ChainReader = {
    ...chain,
    history(lockingBytecode, holding) {
      count(binToHex(lockingBytecode));
      return chain.history(lockingBytecode, holding);
    },
    transactions(txids) {
      txids.forEach(count);
      return chain.transactions(txids);
    },
  };
  context = { ...bed.context, chain: counted };
});

/** Siblings at one address, opened by a vault. */
const openSiblings = async () => {
  const vaultId = await bed.openVault();
  const rows = Array.from({ length: SIBLINGS }, () => ({ recipient: bed.wallet().address, amount: 0.01 }));
  const planId = await bed.createPlan(vaultId, rows);
  const { id } = await bed.vaults.propose(vaultId, { kind: 'plan', planId }, bed.signers[0].address);
  await bed.execute(id);
  const streams = await bed.vaultContext.plans.streamsOf(planId, { limit: SIBLINGS });
  const [first] = streams;
  if (first === undefined) throw new Error('There are some');
  return { streams, script: first.lockingBytecode };
};

it('a shared script’s history is read once for all siblings, not once for each', async () => {
  const { streams, script } = await openSiblings();
  const statusesRead = async () => {
    const followed = await bed.context.streams.watch.findFollowed(streams.map(({ id }) => id));
    return new Set(followed.map(({ reading }) => reading?.status ?? null));
  };
  const allRead = async () => {
    const statuses = await statusesRead();
    const { status } = scriptHistoryOf(await bed.context.chain.history(streams[0] ? hex(script) : hex('')));
    return statuses.size === 1 && statuses.has(status);
  };
  const watcher = startUnelectedWatcher(context, SILENT);
  try {
    await until('all are read', allRead);
    const atFirst = asked.get(script) ?? 0;
    bed.passDays(1);
    await until('all are read again', allRead);
    await sleep(300);
    asked.clear();
    await bed.streams.push(streams[4]?.id ?? '', true);
    await until('the push is read by all', allRead);
    expect((await bed.streams.get(streams[4]?.id ?? '')).stream.withdrawnAmount).toBeGreaterThan(0n);
    // One for what the server reports; some more where its index and what a replica recorded are of different moments.
    expect([atFirst < SIBLINGS / 2, (asked.get(script) ?? 0) < SIBLINGS / 3]).toEqual([true, true]);
  } finally {
    await watcher.stop();
  }
});

it('a transaction of all siblings is read once for those looked at together, and again under another tip', async () => {
  const { streams } = await openSiblings();
  const funding = streams[0]?.funding?.txHash ?? '';
  const shared = sharingTransactions(context.chain);
  asked.clear();
  const reads = await Promise.all(streams.map(() => shared.transactions([funding])));
  expect([asked.get(funding), reads.length]).toEqual([1, SIBLINGS]);
  const depth = reads[0]?.[0]?.confirmations ?? 0;
  bed.node.mine();
  await untilSo('the block', async () => (await shared.tip()).height === bed.node.tip.height);
  expect((await shared.transaction(funding)).confirmations).toBe(depth + 1);
  expect(asked.get(funding)).toBe(2);
});

it('is read again for another status, for what it lacks, and where nothing was reported', async () => {
  const { script, streams } = await openSiblings();
  const histories = new SharedHistories(context.chain);
  const { status } = scriptHistoryOf(await bed.context.chain.history(hex(script)));
  const funding = streams[0]?.funding?.txHash ?? '';
  asked.clear();
  const timesAsked = () => asked.get(script) ?? 0;
  await Promise.all(Array.from({ length: 10 }, () => histories.read(script, [funding], status)));
  expect(timesAsked()).toBe(1);
  await histories.read(script, [], status);
  expect(timesAsked()).toBe(1);
  await histories.read(script, ['00'.repeat(32)], status);
  expect(timesAsked()).toBe(2);
  await histories.read(script, [], 'another');
  expect(timesAsked()).toBe(3);
  await histories.read(script, [], undefined);
  expect(timesAsked()).toBe(4);
});

it('keeps many histories without a look at all of them at each', async () => {
  let looks = 0;
  const entries = [{ txid: '11'.repeat(32), height: 1 }];
  const history = new Proxy(entries, {
    get(target, name, receiver) {
      if (name === 'length') looks += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const { status } = scriptHistoryOf(entries);
  const looksAt = async (scripts: number): Promise<number> => {
    const histories = new SharedHistories({ history: () => Promise.resolve(history) });
    looks = 0;
    for (let i = 0; i < scripts; i += 1) await histories.read(i.toString(16).padStart(8, '0'), [], status);
    return looks;
  };
  const half = await looksAt(500);
  expect(await looksAt(1_000)).toBeLessThan(2.2 * half);
});

const hex = (script: string): Uint8Array => Uint8Array.from(Buffer.from(script, 'hex'));
