import { createIndexReader } from '@weir/infra';
import { startSimulatedChain } from '@weir/simulation';
import { Chance, eventually } from '@weir/testing';
import { readSupply } from '../src/supply/token-supply.js';
import {
  mine,
  mineNotice,
  mineRival,
  passDays,
  reorganise,
  send,
  winAgain,
} from './support/simulation/chain-actions.js';
import { clearTables, createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';
import { startIndexer } from './support/simulation/indexer-process.js';
import type { Action, Simulation } from './support/simulation/simulation.types.js';
import { scanSupply } from './support/supply/scan-supply.js';
import { createSupplyBase, scriptSupply, type ScriptedSupply } from './support/supply/scripted-supply.js';

/** Heights at which the tables are compared with the chain; each run of one history has so many. */
const HEIGHTS = Number(process.env['SUPPLY_HEIGHTS'] ?? 40);
const IN_A_RUN = 40;

const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [30, send],
  [20, mine],
  [8, mineNotice],
  [16, passDays],
  [8, reorganise],
  [4, winAgain],
  [5, mineRival],
];

const unused = (): never => {
  throw new Error('These histories look nothing up');
};

let scripted: ScriptedSupply;
let database: TestIndexerDatabase;

beforeAll(async () => {
  [scripted, database] = await Promise.all([scriptSupply(), createIndexerTestDatabase()]);
});
afterAll(() => database.drop());

/** Compares the supplies of all tokens at one height after another of a random history. */
const compareAtHeights = async (seed: number, heights: number) => {
  await clearTables(database.db);
  const { node: begun } = createSupplyBase();
  const startHeight = begun.tip.height - 10;
  const chain = await startSimulatedChain(begun);
  const start = () =>
    startIndexer({ database, urls: chain.urls, startHeight, name: 'supply', timeoutMs: 10_000, settleMs: 5 });
  const simulation: Simulation = {
    random: new Chance(seed),
    fixture: { transactions: scripted.transactions, streams: [], addresses: [], lockAddresses: [], find: unused },
    chain,
    indexer: await start(),
    restart: start,
    lost: [],
    diary: [],
  };
  const reader = createIndexReader(database.db);
  const seen = { contracts: 0, locked: 0, inLocks: 0, undated: 0, reorganised: 0 };
  try {
    for (let compared = 0; compared < heights;) {
      const { hash } = chain.node.tip;
      const before = simulation.lost.length;
      await simulation.random.weighted(ACTIONS)(simulation);
      // A tip below the highest seen pauses the indexer, as it must.
      while (chain.node.tip.height < chain.highest) chain.node.mine();
      if (chain.node.tip.hash === hash) continue;
      seen.reorganised += simulation.lost.length - before;
      for (const subject of scripted.subjects) {
        const { contracts, ...scanned } = scanSupply(chain.node, subject);
        const { height, hash: blockHash } = chain.node.tip;
        await eventually(async () => {
          const { version, products, ...supply } = await readSupply(reader, subject.category, 2 ** 32);
          expect(supply).toEqual({ height, blockHash, contracts, ...scanned });
          expect(products.reduce((sum, { locked }) => sum + locked, 0n)).toBe(supply.locked);
          expect(version).toBeGreaterThan(0);
        });
        seen.contracts += contracts;
        seen.locked += Number(scanned.locked > 0n);
        seen.inLocks += Number(subject.locks !== undefined && scanned.locked > 0n);
        seen.undated += Number(scanned.undated > 0n);
      }
      compared += 1;
    }
    return seen;
  } catch (error) {
    throw new Error(`Seed ${seed} failed\n${simulation.diary.join('\n')}`, { cause: error });
  } finally {
    await simulation.indexer.end();
    await chain.stop();
  }
};

describe('the supply of a token', () => {
  it.each(Array.from({ length: Math.ceil(HEIGHTS / IN_A_RUN) }, (_, i) => i + 1))(
    'equals a scan of the chain at every height of history %i, reorganisations included',
    async (seed) => {
      const seen = await compareAtHeights(seed, Math.min(IN_A_RUN, HEIGHTS - (seed - 1) * IN_A_RUN));
      expect(seen.contracts).toBeGreaterThan(0);
      expect(seen.locked).toBeGreaterThan(0);
      expect(seen.inLocks).toBeGreaterThan(0);
    },
  );
});
