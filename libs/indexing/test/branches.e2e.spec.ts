import { startSimulatedChain, type SimulatedChain } from '@weir/simulation';
import { until } from '@weir/testing';
import { createBase } from './support/chain-base.js';
import { scriptFixture, type ScriptedFixture } from './support/scripted-fixture.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';
import { startIndexer, type IndexerProcess } from './support/simulation/indexer-process.js';

/** As deep as the indexer follows. */
const DEEPEST = 120;

let script: ScriptedFixture;
let database: TestIndexerDatabase;
let chain: SimulatedChain;
let indexer: IndexerProcess;
let start: () => Promise<IndexerProcess>;

const begin = async (confirmations: number): Promise<void> => {
  database = await createIndexerTestDatabase();
  const { node } = createBase();
  const startHeight = node.tip.height - 10;
  chain = await startSimulatedChain(node);
  start = () =>
    startIndexer({
      database,
      urls: chain.urls.slice(0, 1),
      startHeight,
      name: 'indexer',
      confirmations,
      timeoutMs: 2_000,
    });
  indexer = await start();
};
beforeAll(async () => {
  script = await scriptFixture();
});
afterEach(async () => {
  await indexer.stop();
  await chain.stop();
  await database.drop();
});

/** Waits until the tables are at a block and hold these lineages alone: their hashes, the funding first. */
const untilHeld = async (blockHash: string | undefined, ...lineages: readonly (readonly string[])[]): Promise<void> => {
  const expected = JSON.stringify([blockHash, ...lineages]);
  let seen = '';
  await until(`the index to hold ${expected}`, async () => {
    const [top] = await database.db.selectFrom('blocks').select('hash').orderBy('height', 'desc').limit(1).execute();
    const events = await database.db.selectFrom('events').select('txid').orderBy('sequence').execute();
    seen = JSON.stringify([top?.hash, ...(events.length === 0 ? [] : [events.map(({ txid }) => txid)])]);
    return seen === expected ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`It holds ${seen}: ${String(error)}`, { cause: error });
  });
};

const restart = async (): Promise<void> => {
  await indexer.stop();
  indexer = await start();
};

/** Those of a node's reorganisations and the deepest each by itself, and some between. */
const DEPTHS = [...Array.from({ length: 12 }, (_, i) => i + 1), 24, 48, 96, DEEPEST - 1, DEEPEST];

/** At each depth, the branch coming back after a restart or without one in turns. */
const atEachDepth = async (
  depths: readonly number[],
  act: (depth: number, between: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const [first = 1] = depths;
  let reached = first;
  for (const [i, depth] of depths.entries()) {
    // So many blocks are to change sides.
    if (depth > reached) chain.node.mine(depth - reached);
    reached = depth;
    await act(depth, () => (i % 2 === 0 ? Promise.resolve() : restart()));
  }
};

describe('a branch that wins again', () => {
  it('gives back the contract whose funding was alone at its beacon and double-spent on the other', async () => {
    await begin(1);
    const fund = script.find('fund of two');
    const rival = script.find('double spend of two');
    chain.node.mine(1, { transactions: [fund.hex] });
    await atEachDepth(DEPTHS, async (depth, between) => {
      const { hash } = chain.node.tip;
      await untilHeld(hash, [fund.txid]);
      chain.node.reorganise(depth, { blocks: depth, keep: 'drop', transactions: [rival.hex] });
      await untilHeld(chain.node.tip.hash);
      await between();
      chain.node.reconsider(hash);
      await untilHeld(hash, [fund.txid]);
    });
  });

  it('gives back the step that another took the place of, and the step of the other', async () => {
    await begin(1);
    const [fund, claim] = [script.find('fund of two'), script.find('claim of two')];
    const rival = script.find('cancel of two', fund.txid);
    chain.node.mine(1, { transactions: [fund.hex] });
    chain.node.mine(1, { transactions: [claim.hex] });
    await atEachDepth(DEPTHS, async (depth, between) => {
      const { hash } = chain.node.tip;
      await untilHeld(hash, [fund.txid, claim.txid]);
      chain.node.reorganise(depth, { blocks: depth, keep: 'drop', transactions: [rival.hex] });
      await untilHeld(chain.node.tip.hash, [fund.txid, rival.txid]);
      await between();
      chain.node.reconsider(hash);
      await untilHeld(hash, [fund.txid, claim.txid]);
    });
  });

  it('keeps the step that every branch holds, however often branches take turns', async () => {
    await begin(1);
    const [fund, claim] = [script.find('fund of two'), script.find('claim of two')];
    chain.node.mine(1, { transactions: [fund.hex] });
    chain.node.mine(1, { transactions: [claim.hex] });
    await untilHeld(chain.node.tip.hash, [fund.txid, claim.txid]);
    for (let times = 0; times < 6; times += 1) {
      chain.node.reorganise(1, { blocks: 2, keep: 'drop', transactions: [claim.hex] });
      await untilHeld(chain.node.tip.hash, [fund.txid, claim.txid]);
      // The step is a block below the tip then, and is at the tip again.
      chain.node.reorganise(2, { blocks: 3, keep: 'drop', transactions: [] });
      await untilHeld(chain.node.tip.hash, [fund.txid]);
      chain.node.mine(1, { transactions: [claim.hex] });
      await untilHeld(chain.node.tip.hash, [fund.txid, claim.txid]);
    }
  });

  it('gives back what on the other branch was not buried deep enough', async () => {
    await begin(2);
    const fund = script.find('fund of two');
    const below = () => chain.node.blockAt(chain.node.tip.height - 1)?.hash;
    chain.node.mine(1, { transactions: [fund.hex] });
    chain.node.mine();
    await atEachDepth(DEPTHS.slice(1, 12), async (depth, between) => {
      const { hash } = chain.node.tip;
      await untilHeld(below(), [fund.txid]);
      chain.node.reorganise(depth, { blocks: depth - 1, keep: 'drop' });
      chain.node.mine(1, { transactions: [fund.hex] });
      await untilHeld(below());
      await between();
      chain.node.reconsider(hash);
      await untilHeld(below(), [fund.txid]);
    });
  });

  it('restores the contract before a server reports that its beacon was empty meanwhile', async () => {
    await begin(1);
    const fund = script.find('fund of two');
    chain.node.mine(1, { transactions: [fund.hex] });
    await untilHeld(chain.node.tip.hash, [fund.txid]);
    for (let times = 0; times < 20; times += 1) {
      const { hash } = chain.node.tip;
      chain.node.reorganise(1, { blocks: 1, keep: 'drop', transactions: [script.find('double spend of two').hex] });
      await new Promise((resolve) => setTimeout(resolve, times));
      chain.node.reconsider(hash);
      await untilHeld(hash, [fund.txid]);
    }
  });
});
