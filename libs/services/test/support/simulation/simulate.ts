import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode } from '@weir/devnet';
import type { Database } from '@weir/infra';
import { startSimulatedChain } from '@weir/simulation';
import { Chance } from '@weir/testing';
import { createWallet, type Wallet } from '@weir/wallet';
import { doubleSpendFunding, drop, mine, mineNotice, mineRival, passDays, reorganise, send } from './chain-actions.js';
import { clearTables } from './clear-tables.js';
import { blind, misbehave, recover, restartChain, restartService, wait } from './fault-actions.js';
import { lineageOf, replay } from './replay.js';
import { startService, type ServiceOptions } from './service-fixture.js';
import type { Action, Simulation } from './simulation.types.js';
import { hashesOfEvents, snapshotOf, type StreamSnapshot } from './snapshot.js';
import { cancel, cancelBackdated, claim, openStream, push, refund, retryFunding } from './stream-actions.js';

export interface SimulationDatabases {
  /** The service's. */
  readonly db: Database;
  readonly databaseUrl: string;
  /** The replay's. */
  readonly replayDb: Database;
}

export interface SimulationResult {
  readonly diary: readonly string[];
  readonly recorded: ReadonlyMap<string, StreamSnapshot>;
  readonly replayed: ReadonlyMap<string, StreamSnapshot>;
  readonly lineages: readonly Lineage[];
}

/** Hashes of a stream's steps, by its record, by its events and by the node. */
export interface Lineage {
  readonly recorded: readonly string[];
  readonly published: readonly string[];
  readonly onChain: readonly string[];
}

const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [10, openStream],
  [3, retryFunding],
  [18, claim],
  [6, cancel],
  [5, cancelBackdated],
  [3, push],
  [3, refund],
  [14, mine],
  [5, mineNotice],
  [9, passDays],
  [10, reorganise],
  [7, mineRival],
  [5, drop],
  [7, send],
  [3, doubleSpendFunding],
  [10, misbehave],
  [2, blind],
  [5, recover],
  [12, wait],
  [3, restartService],
  [2, restartChain],
];
/** How far the chain's clock is behind at first, seconds. */
const AGO = 100 * 86_400;
const STEPS = { least: 16, most: 32 };
/** Reached only by records that never become what the chain says. */
const SETTLE_MS = 10 * 60_000;
const MAX_TOKENS = 9_223_372_036_854_775_807n;

const fundedWallets = (simulation: Pick<Simulation, 'chain'>, names: readonly string[]): Wallet[] => {
  const { node } = simulation.chain;
  const wallets = names.map((name) => createWallet({ privateKey: name }));
  for (const { publicKeyHash } of wallets)
    for (let i = 0; i < 2; i += 1) node.fund(binToHex(lockingBytecodeOf(publicKeyHash)), 500_000_000n);
  return wallets;
};

/** Gives each wallet all units of a token of its own. @returns their categories */
const mintFor = (
  { chain: { node } }: Pick<Simulation, 'chain'>,
  wallets: readonly Wallet[],
): ReadonlyMap<Wallet, string> =>
  new Map(
    wallets.map((wallet) => [
      wallet,
      node.mint(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), { amount: MAX_TOKENS }).category,
    ]),
  );

const snapshots = async ({ streams, service }: Simulation): Promise<Map<string, StreamSnapshot>> => {
  const found = new Map<string, StreamSnapshot>();
  for (const { id } of streams) {
    const stored = await service.context.streams.findById(id);
    if (stored !== undefined) found.set(id, await snapshotOf(service.context.streams, stored));
  }
  return found;
};

const lineages = (
  { streams, service, chain }: Simulation,
  recorded: ReadonlyMap<string, StreamSnapshot>,
): Promise<Lineage[]> =>
  Promise.all(
    streams.flatMap(({ id }) => {
      const stream = recorded.get(id);
      if (stream === undefined) return [];
      return [
        hashesOfEvents(service.context.streams, id).then((published) => ({
          recorded: stream.steps.map(({ txHash }) => txHash),
          published,
          onChain: lineageOf(chain.node, stream),
        })),
      ];
    }),
  );

const agree = ({ recorded, replayed, lineages: all }: Omit<SimulationResult, 'diary'>): boolean =>
  isDeepStrictEqual(recorded, replayed) &&
  all.every(({ recorded: steps, published, onChain }) => isDeepStrictEqual([steps, published], [onChain, onChain]));

/** Ends all faults, and waits until the record is what the chain says, or time is up. */
const settle = async (
  simulation: Simulation,
  { replayDb }: SimulationDatabases,
): Promise<Omit<SimulationResult, 'diary'>> => {
  const { chain } = simulation;
  await recover(simulation);
  // A tip below the highest pauses the watcher, as it must.
  while (chain.node.tip.height < chain.highest) chain.node.mine();
  if (simulation.random.chance(0.5)) chain.node.mine();
  const chainNow = () => [chain.node.tip.hash, ...chain.node.mempool().map(({ txid }) => txid)].join();
  const end = Date.now() + SETTLE_MS;
  for (let seen = '', replayed: ReadonlyMap<string, StreamSnapshot> = new Map(); ;) {
    await sleep(10);
    // The watcher's own pushes and refunds move the chain on.
    if (seen !== chainNow()) {
      seen = chainNow();
      replayed = await replay(simulation, replayDb);
    }
    const recorded = await snapshots(simulation);
    const result = { recorded, replayed, lineages: await lineages(simulation, recorded) };
    if ((agree(result) && seen === chainNow()) || Date.now() > end) return result;
  }
};

/**
 * Lets users, miners, servers and processes do what a seed makes of chance, then lets all come to rest.
 *
 * @returns what the service recorded, beside what a clean replay of the chain records, and the node's own account
 */
export const simulate = async (seed: number, databases: SimulationDatabases): Promise<SimulationResult> => {
  const random = new Chance(seed);
  await clearTables(databases.db);
  const chain = await startSimulatedChain(createNode({ now: Math.floor(Date.now() / 1000) - AGO, premine: 101 }));
  const diary: string[] = [];
  const options: ServiceOptions = {
    ...databases,
    urls: chain.urls,
    onWarning: (details) => {
      diary.push(`warning: ${JSON.stringify(details, errorText)}`);
    },
  };
  const senders = fundedWallets({ chain }, ['sender 1', 'sender 2', 'sender 3']);
  const categories = mintFor({ chain }, senders);
  // Deeper than any reorganisation.
  chain.node.mine(11);
  const simulation: Simulation = {
    random,
    chain,
    service: await startService(options),
    restartService: async () => {
      await simulation.service.stop();
      simulation.service = await startService(options);
    },
    senders,
    categories,
    recipients: ['recipient 1', 'recipient 2'].map((privateKey) => createWallet({ privateKey })),
    streams: [],
    diary,
  };
  try {
    await openStream(simulation);
    for (let left = random.between(STEPS.least, STEPS.most); left > 0; left -= 1)
      await random.weighted(ACTIONS)(simulation);
    return { diary, ...(await settle(simulation, databases)) };
  } finally {
    await simulation.service.stop();
    await chain.stop();
  }
};

const errorText = (_: string, value: unknown): unknown =>
  value instanceof Error ? `${value.name}: ${value.message}` : value;
