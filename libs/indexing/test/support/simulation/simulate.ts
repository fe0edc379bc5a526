import { isDeepStrictEqual } from 'node:util';
import { binToHex } from '@bitauth/libauth';
import type { ChainNode, TransactionOutput } from '@weir/devnet';
import { snapshotOfIndex, startSimulatedChain, type IndexSnapshot } from '@weir/simulation';
import { Chance } from '@weir/testing';
import { createBase } from '../chain-base.js';
import type { ScriptedFixture } from '../scripted-fixture.js';
import type { Scripted } from '../scripted.js';
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
  [9, mineNotice],
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
/** Reached only by records that never become what the chain says. */
const PATIENCE_MS = 10 * 60_000;

export interface SimulationDatabases {
  readonly live: TestIndexerDatabase;
  readonly replay: TestIndexerDatabase;
}

export interface SimulationResult {
  readonly indexed: IndexSnapshot;
  readonly replayed: IndexSnapshot;
  /** Transaction ids of each lineage, from the tables and from the node. */
  readonly lineages: readonly { readonly indexed: readonly string[]; readonly onChain: readonly string[] }[];
  readonly diary: readonly string[];
}

/** Leading hex digits of a commitment that identify the stream among its siblings. */
const INDEX_DIGITS = 4;

/** Whether an output may be a later state of another; siblings at one address are distinguished by the commitment. */
const follows =
  (state: TransactionOutput) =>
  ({ lockingBytecode, token }: TransactionOutput): boolean =>
    lockingBytecode === state.lockingBytecode &&
    token?.nft?.capability === 'mutable' &&
    token.category === state.token?.category &&
    token.nft.commitment.slice(0, INDEX_DIGITS) === state.token.nft?.commitment.slice(0, INDEX_DIGITS);

/** Returns the mined part of a lineage from the node: spender after spender of the state. */
const lineageOf = (node: ChainNode, funding: string, from: number): string[] => {
  const hashes: string[] = [];
  for (let txid: string | undefined = funding, vout = from; txid !== undefined;) {
    const transaction = node.transaction(txid);
    if (transaction?.block === undefined) return hashes;
    hashes.push(txid);
    const state = transaction.outputs[vout];
    if (state?.token?.nft?.capability !== 'mutable') return hashes;
    txid = node.spenderOf(txid, vout);
    vout = node.transaction(txid ?? '')?.outputs.findIndex(follows(state)) ?? -1;
  }
  return hashes;
};

/** Compares lineages for each state output of each funding; a plan has several. */
const lineages = ({ chain: { node }, fixture }: Simulation, { events }: IndexSnapshot): SimulationResult['lineages'] =>
  fixture.transactions
    .filter(({ name }) => name.startsWith('fund of'))
    .flatMap(({ txid }) => {
      const states = (node.transaction(txid)?.outputs ?? []).flatMap(({ token }, vout) =>
        token?.nft?.capability === 'mutable' ? [vout] : [],
      );
      return states.map((vout) => ({
        indexed: events.filter((event) => event.funding === txid && event.vout === vout).map((event) => event.txid),
        onChain: lineageOf(node, txid, vout),
      }));
    });

/**
 * Returns the mined part of a lineage that begins at an output and goes on at the same address: of a lock, or the lane of a
 * list. Both are at output 0 of what spends them, while they go on.
 */
const lineageAt = (node: ChainNode, funding: string, from: number): string[] => {
  const hashes: string[] = [];
  for (let txid: string | undefined = funding, vout = from; txid !== undefined; vout = 0) {
    const transaction = node.transaction(txid);
    const before = hashes.length === 0 ? undefined : node.transaction(hashes.at(-1) ?? '');
    if (transaction?.block === undefined) return hashes;
    hashes.push(txid);
    const here = transaction.outputs[vout]?.lockingBytecode;
    if (before !== undefined && here !== node.transaction(funding)?.outputs[from]?.lockingBytecode) return hashes;
    txid = node.spenderOf(txid, vout);
  }
  return hashes;
};

/** Compares lineages for each lock and each list: those of a claim begin with it. */
const lineagesOfLocks = (
  { chain: { node }, fixture }: Simulation,
  { events, contracts }: IndexSnapshot,
): SimulationResult['lineages'] => {
  const addresses = new Set(fixture.lockAddresses.map((each) => binToHex(each)));
  const starts = fixture.transactions
    .filter(({ name }) => /^(?:open|claim \d) of/u.test(name))
    .flatMap(({ name, txid }) =>
      (node.transaction(txid)?.outputs ?? []).flatMap(({ lockingBytecode }, vout) =>
        addresses.has(lockingBytecode) && (vout > 0 || name.startsWith('open')) ? [{ txid, vout }] : [],
      ),
    );
  const known = starts.map(({ txid, vout }) => ({
    indexed: events.filter((event) => event.funding === txid && event.vout === vout).map((event) => event.txid),
    onChain: lineageAt(node, txid, vout),
  }));
  // None that the chain does not have.
  const extra = contracts
    .filter(({ lockingBytecode }) => addresses.has(lockingBytecode))
    .filter(({ txid, vout }) => !starts.some((each) => each.txid === txid && each.vout === vout));
  return [...known, ...extra.map(({ txid }) => ({ indexed: [txid], onChain: [] }))];
};

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

/** Ends all faults and waits until the tables equal a replay, or the time is up. */
const settle = async (
  simulation: Simulation,
  databases: SimulationDatabases,
  startHeight: number,
): Promise<SimulationResult> => {
  const { chain, diary } = simulation;
  const { node } = chain;
  await recover(simulation);
  // A tip below the highest seen pauses the indexer, as it must.
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
        lineages: [...lineages(simulation, indexed), ...lineagesOfLocks(simulation, indexed)],
        diary: [...diary, ...simulation.indexer.diary, simulation.indexer.condition()],
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Contracts that take part in one run: with all at once, none would get far. */
const STORIES = 3;

const storyOf = ({ name }: Scripted): string | undefined => name.split(' of ').at(1);

/** Keeps the scripted transactions of some contracts, and those that belong to none. */
const someStories = (random: Chance, fixture: ScriptedFixture): ScriptedFixture => {
  const chosen = new Set<string>();
  const all = [...new Set(fixture.transactions.flatMap((each) => storyOf(each) ?? []))];
  while (chosen.size < STORIES) chosen.add(random.pick(all) ?? '');
  const transactions = fixture.transactions.filter((each) => {
    const story = storyOf(each);
    return story === undefined || chosen.has(story);
  });
  return { ...fixture, transactions };
};

/** Runs a random sequence of actions by users, miners, servers and the process, then lets everything settle. */
export const simulate = async (
  seed: number,
  fixture: ScriptedFixture,
  databases: SimulationDatabases,
): Promise<SimulationResult> => {
  const random = new Chance(seed);
  await clearTables(databases.live.db);
  const { node } = createBase();
  const { height } = node.tip;
  // Below what any reorganisation replaces, and above the premined blocks.
  const startHeight = height - 10;
  const chain = await startSimulatedChain(node);
  const start = () => startIndexer({ database: databases.live, urls: chain.urls, startHeight, name: 'indexer' });
  const simulation: Simulation = {
    random,
    fixture: someStories(random, fixture),
    chain,
    indexer: await start(),
    restart: start,
    lost: [],
    diary: [],
  };
  try {
    for (let left = random.between(STEPS.least, STEPS.most); left > 0; left -= 1)
      await random.weighted(ACTIONS)(simulation);
    const result = await settle(simulation, databases, startHeight);
    await simulation.indexer.stop();
    return result;
  } finally {
    await simulation.indexer.end();
    await chain.stop();
  }
};
