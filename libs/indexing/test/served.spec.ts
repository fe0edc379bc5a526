import { binToHex } from '@bitauth/libauth';
import { emptyIndex } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { useIndexerFixture, type IndexerReplica } from './support/indexer-fixture.js';
import { scriptFixture } from './support/scripted-fixture.js';

/** As far behind the block as real servers were seen to be. */
const NOTICE_MS = 500;
const SETTLE_MS = 1_000;

const fixture = useIndexerFixture();
let replica: IndexerReplica;
/** A stream's locking bytecode. */
let address: string;
/** Its funding and claims. */
let steps: readonly { readonly txid: string; readonly hex: string }[];
beforeAll(async () => {
  const { find, streams } = await scriptFixture();
  address = binToHex(streams.find(({ name }) => name === 'two')?.lockingBytecode ?? new Uint8Array());
  const fund = find('fund of two');
  const first = find('claim of two', fund.txid);
  const second = find('claim of two', first.txid);
  steps = [fund, first, second, find('claim of two', second.txid)];
});

/** The last step that the index has. */
const head = async (): Promise<string | undefined> =>
  (await replica.reader.list({ families: ['stream'], limit: 10 })).rows[0]?.head.txid;

const untilServed = (): Promise<void> =>
  untilSo('the tip to be served', async () => (await replica.reader.status()).served?.hash === fixture.node.tip.hash);

/** What the index has at the moment it has a block. */
const headAt = (which: 'top' | 'served', hash: string): Promise<string | undefined> =>
  until('the block', async () => {
    const status = await replica.reader.status();
    return status[which]?.hash === hash ? { txid: await head() } : undefined;
  }).then(({ txid }) => txid);

const step = (index: number): { readonly txid: string; readonly hex: string } => {
  const found = steps[index];
  if (found === undefined) throw new Error('The stream has no more steps');
  return found;
};

describe('what is served', () => {
  it('is nothing until the first sync is complete', async () => {
    fixture.node.mine(1, { transactions: [step(0).hex] });
    replica = await fixture.replica(SETTLE_MS);
    const seen: unknown[] = [];
    await until('the first sync', async () => {
      const { top, served } = await replica.reader.status();
      if (served === null) seen.push(top?.height);
      return served === null ? undefined : true;
    });
    expect(await head()).toBe(step(0).txid);
    // Blocks were there before they were served.
    expect(seen).toContain(fixture.node.tip.height);
  });

  it('has a block together with what the mempool showed of it, each time servers report it', async () => {
    await untilServed();
    await fixture.control.setNoticeDelay(0);
    fixture.node.submit(step(1).hex);
    await untilSo(
      'the notice to be read',
      async () => (await fixture.database.db.selectFrom('scripts').select('status').execute()).length > 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await fixture.control.setNoticeDelay(2_000);
    const [block] = fixture.node.mine();
    expect(await headAt('top', block?.hash ?? '')).toBe(step(1).txid);
  });

  it('has a block only with what servers report it later', async () => {
    await fixture.control.setNoticeDelay(NOTICE_MS);
    const [block] = fixture.node.mine(1, { transactions: [step(2).hex] });
    expect(await headAt('served', block?.hash ?? '')).toBe(step(2).txid);
  });

  it('is less for a while after a reorganisation, and goes on though something comes all the time', async () => {
    await untilServed();
    const { height } = fixture.node.tip;
    await fixture.control.setNoticeDelay(0);
    const dust = setInterval(() => fixture.node.fund(address, 1_000n), 100);
    try {
      fixture.node.reorganise(2, { transactions: [step(1).hex, step(2).hex] });
      await untilSo('the fork', async () => (await replica.reader.status()).served?.height === height - 2);
      await untilServed();
      expect(await head()).toBe(step(2).txid);
    } finally {
      clearInterval(dust);
    }
  });
});

describe('a reorganisation deeper than is followed', () => {
  it('is said, and ends when the tables are emptied', async () => {
    fixture.node.mine(125);
    await untilServed();
    fixture.node.reorganise(121, { transactions: [step(3).hex] });
    const problem = await until('the problem', async () => (await replica.reader.status()).problem ?? undefined);
    expect(problem).toMatch(/None of the last 120 blocks .* npm run reindex/);
    expect((await replica.reader.status()).served?.height).toBe(fixture.node.tip.height - 1);
    expect(await head()).toBe(step(2).txid);

    await emptyIndex(fixture.database.db);
    expect(await replica.reader.status()).toMatchObject({ top: null, served: null, problem: null });
    await untilServed();
    expect(await head()).toBe(step(3).txid);
    expect((await replica.reader.status()).problem).toBeNull();
  });

  it('ends by itself where the branch wins again', async () => {
    const { hash } = fixture.node.tip;
    fixture.node.reorganise(122, { blocks: 122 });
    await until('the problem', async () => (await replica.reader.status()).problem ?? undefined);
    fixture.node.reconsider(hash);
    await untilSo('no problem', async () => (await replica.reader.status()).problem === null);
    await untilServed();
    expect(await head()).toBe(step(3).txid);
  });
});
