import type { Wallet } from '@weir/wallet';
import { createStreamWatcher, type StreamWatcher } from '../src/index.js';
import { scriptOf, spend } from './support/funding/craft.js';
import { startTestbed, until, type Testbed, SILENT } from './support/testbed.js';

const COIN = 100_000_000n;

let bed: Testbed;
let watcher: StreamWatcher;
beforeAll(async () => {
  bed = await startTestbed();
  watcher = createStreamWatcher({
    context: bed.context,
    databaseUrl: bed.database.url,
    log: SILENT,
    pollMs: 50,
    // Whoever waits for denials waits longer than this test.
    patience: { checks: 3, spacingMs: 60_000 },
  });
});
afterAll(async () => {
  await watcher.stop();
  await bed.stop();
});

/** Spends what a transaction of a wallet spent, once that is gone. @returns the hash */
const doubleSpend = async (txHash: string, wallet: Wallet): Promise<string> => {
  const inputs = bed.node.transaction(txHash)?.inputs ?? [];
  bed.node.drop(txHash);
  const [{ txid, vout } = { txid: '', vout: 0 }] = inputs;
  return spend(bed.node, wallet, [{ txid, vout }], [{ lockingBytecode: scriptOf(wallet), valueSatoshis: 1_000n }]);
};

const eventsOf = async (id: string) => (await bed.streams.get(id)).events;

describe('a transaction whose place another one took', () => {
  it('is a funding that is rolled back at once, and never asked for again', async () => {
    const sender = bed.wallet(10n * COIN);
    const stream = await bed.openStream(sender, bed.wallet(), 1);
    const funding = stream.fundingTxHash ?? '';
    await until('the watcher', () => Promise.resolve(watcher.status().following > 0 ? true : undefined));
    await until('the first reading', async () => {
      const [followed] = await bed.context.streams.watch.findFollowed([stream.id]);
      return followed?.reading === null ? undefined : followed;
    });
    const winner = await doubleSpend(funding, sender);
    await until('PENDING', async () =>
      (await bed.streams.get(stream.id)).stream.status === 'PENDING' ? true : undefined,
    );
    expect((await eventsOf(stream.id)).at(-1)).toMatchObject({
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
  });
});
