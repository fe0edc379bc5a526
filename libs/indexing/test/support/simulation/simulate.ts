import { isDeepStrictEqual } from 'node:util';
import type { ChainNode } from '@weir/devnet';
import { createRandom, snapshotOfIndex, startSimulatedChain, type IndexSnapshot } from '@weir/simulation';
import { createBase } from '../chain-base.js';
import type { ScriptedFixture } from '../scripted-fixture.js';
import {
  drop,
  mine,
  mineNotice,
  mineRival,
  passDays,
  payStray,
  reorganise,
  rest,
  send,
  wait,
  winAgain,
} from './chain-actions.js';
import { clearTables, type TestIndexerDatabase } from './databases.js';
import { blind, kill, misbehave, recover, restart, restartChain, thereAndBack } from './fault-actions.js';
import { startIndexer, untilSettled } from './indexer-process.js';
import type { Action, Simulation } from './simulation.types.js';

const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [34, send],
  [18, mine],
  [5, mineNotice],
  [4, passDays],
  [10, reorganise],
  [4, winAgain],
  [8, thereAndBack],
  [6, mineRival],
  [3, drop],
  [4, payStray],
  [8, misbehave],
  [2, blind],
  [5, recover],
  [10, wait],
  [6, rest],
  [2, restart],
  [3, kill],
  [1, restartChain],
];
const STEPS = { least: 10, most: 30 };
const PATIENCE_MS = 15_000;

export interface SimulationDatabases {
  readonly live: TestIndexerDatabase;
  readonly replay: TestIndexerDatabase;
}

export interface SimulationResult {
  readonly indexed: IndexSnapshot;
  readonly replayed: IndexSnapshot;
  /** Hashes of each funding's lineage, by the tables and by the node. */
  readonly lineages: readonly { readonly indexed: readonly string[]; readonly onChain: readonly string[] }[];
  readonly diary: readonly string[];
}

/** The mined part of a lineage as the node itself has it: spender after spender of the state. */
const lineageOf = (node: ChainNode, funding: string): string[] => {
  const hashes: string[] = [];
  for (let txid: string | undefined = funding, vout = 1; txid !== undefined;) {
    const transaction = node.transaction(txid);
    if (transaction?.block === undefined) return hashes;
    hashes.push(txid);
    if (transaction.outputs[vout]?.token?.nft?.capability !== 'mutable') return hashes;
    txid = node.spenderOf(txid, vout);
    vout = 0;
  }
  return hashes;
};

const lineages = ({ chain: { node }, fixture }: Simulation, { events }: IndexSnapshot): SimulationResult['lineages'] =>
  fixture.transactions
    .filter(({ name }) => name.startsWith('fund of'))
    .map(({ txid }) => ({
      indexed: events.filter(({ funding }) => funding === txid).map((event) => event.txid),
      onChain: lineageOf(node, txid),
    }));

/** Indexes the chain as it is now, from nothing. */
const replay = async (
  { chain: { node, urls } }: Simulation,
  database: TestIndexerDatabase,
  startHeight: number,
): Promise<IndexSnapshot> => {
  await clearTables(database.db);
  const indexer = await startIndexer({ database, urls: urls.slice(0, 1), startHeight, name: 'replay' });
  await untilSettled(indexer, node.tip.height, PATIENCE_MS);
  await indexer.stop();
  return snapshotOfIndex(database.db);
};

/** Ends all faults, and waits until the tables are those of a replay, or time is up. */
const settle = async (
  simulation: Simulation,
  databases: SimulationDatabases,
  startHeight: number,
): Promise<SimulationResult> => {
  const { chain, diary } = simulation;
  const { node } = chain;
  await recover(simulation);
  // A tip below the highest pauses the indexer, as it must.
  while (node.tip.height < chain.highest) node.mine();
  const end = Date.now() + PATIENCE_MS;
  await untilSettled(simulation.indexer, node.tip.height, PATIENCE_MS);
  const replayed = await replay(simulation, databases.replay, startHeight);
  for (;;) {
    const indexed = await snapshotOfIndex(databases.live.db);
    if (isDeepStrictEqual(indexed, replayed) || Date.now() > end) {
      return {
        indexed,
        replayed,
        lineages: lineages(simulation, indexed),
        diary: [...diary, ...simulation.indexer.diary, simulation.indexer.condition()],
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Lets users, miners, servers and the process do what a seed makes of chance, then lets all come to rest. */
export const simulate = async (
  seed: number,
  fixture: ScriptedFixture,
  databases: SimulationDatabases,
): Promise<SimulationResult> => {
  const random = createRandom(seed);
  await clearTables(databases.live.db);
  const { node } = createBase();
  const { height } = node.tip;
  // Below what any reorganisation replaces, and above the premined blocks.
  const startHeight = height - 10;
  const chain = await startSimulatedChain(node);
  const start = () => startIndexer({ database: databases.live, urls: chain.urls, startHeight, name: 'indexer' });
  const simulation: Simulation = {
    random,
    fixture,
    chain,
    indexer: await start(),
    restart: start,
    lost: [],
    diary: [],
  };
  try {
    for (let left = random.integer(STEPS.least, STEPS.most); left > 0; left -= 1)
      await random.weighted(ACTIONS)(simulation);
    const result = await settle(simulation, databases, startHeight);
    await simulation.indexer.stop();
    return result;
  } finally {
    await simulation.indexer.end();
    await chain.stop();
  }
};
