import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import { beaconLockingBytecode, beaconShard } from '@weir/covenants';
import { NodeRejection } from '@weir/devnet';
import type { Scripted } from '../scripted-stream.js';
import type { Action, Simulation } from './simulation.types.js';

/** Blocks a reorganisation takes off at most. */
const DEEPEST = 10;

/** Does what the node may refuse. */
const attempt = ({ diary }: Simulation, what: string, act: () => unknown): void => {
  try {
    act();
    diary.push(what);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
    diary.push(`${what}: ${error.reason}`);
  }
};

/** Scripted transactions that are not there and whose parents are. */
const pickReady = ({ random, chain: { node }, world }: Simulation): Scripted | undefined =>
  random.pick(
    world.transactions.filter(
      ({ txid, parent }) =>
        node.transaction(txid) === undefined && (parent === undefined || node.transaction(parent) !== undefined),
    ),
  );

export const send: Action = (simulation) => {
  const next = pickReady(simulation);
  if (next !== undefined) attempt(simulation, `send ${next.name}`, () => simulation.chain.node.submit(next.hex));
};

/** A block holds a transaction that contradicts the mempool, or was never in it. */
export const mineRival: Action = (simulation) => {
  const next = pickReady(simulation);
  if (next !== undefined)
    attempt(simulation, `mine ${next.name}`, () => simulation.chain.node.mine(1, { transactions: [next.hex] }));
};

export const mine: Action = (simulation) => {
  const {
    random,
    chain: { node },
  } = simulation;
  const some = node.mempool().flatMap(({ txid }) => (random.chance(0.5) ? [txid] : []));
  const transactions = random.weighted<'all' | 'none' | string[]>([
    [6, 'all'],
    [1, 'none'],
    [2, some],
  ]);
  attempt(simulation, `mine to ${node.tip.height + 1}`, () => node.mine(random.integer(1, 3), { transactions }));
};

/** Mines through a notice. */
export const mineNotice: Action = (simulation) => attempt(simulation, 'mine 7', () => simulation.chain.node.mine(7));

export const passDays: Action = (simulation) => {
  simulation.chain.node.advanceTime(simulation.random.integer(1, 20) * 86_400);
  attempt(simulation, 'days pass', () => simulation.chain.node.mine(2));
};

/** Replaces the last blocks; sometimes a transaction that contradicts the old branch is in the new one. */
export const reorganise: Action = (simulation) => {
  const {
    random,
    chain: { node, highest },
  } = simulation;
  const { height } = node.tip;
  const deepest = Math.min(DEEPEST, height - (highest - DEEPEST));
  if (deepest < 1) return;
  const depth = random.integer(1, deepest);
  const keep = random.chance(0.6) ? 'mempool' : 'drop';
  const blocks = random.chance(0.1) ? random.integer(1, depth) : depth + random.integer(1, 2);
  const rival = random.chance(0.4) ? pickReady(simulation) : undefined;
  const transactions = rival === undefined ? random.pick(['none', 'all'] as const) : [rival.hex];
  attempt(
    simulation,
    `reorganise ${depth} from ${height}, ${keep}, by ${blocks} with ${rival?.name ?? String(transactions)}`,
    () => node.reorganise(depth, { blocks, keep, transactions }),
  );
};

export const drop: Action = ({ chain: { node }, random, diary }) => {
  const dropped = random.pick(node.mempool());
  if (dropped === undefined) return;
  node.drop(dropped.txid);
  diary.push(`drop ${dropped.txid.slice(0, 8)}`);
};

/** Somebody pays to a contract's address, or to a beacon, and means nothing by it. */
export const payStray: Action = (simulation) => {
  const {
    random,
    world,
    chain: { node },
  } = simulation;
  const stream = random.pick(world.streams);
  if (stream === undefined) return;
  const target = random.chance(0.6)
    ? stream.lockingBytecode
    : beaconLockingBytecode(0, beaconShard(stream.lockingBytecode));
  attempt(simulation, 'stray', () => node.fund(binToHex(target), 1_000n));
};

/** Lets the indexer work for a moment. */
export const wait: Action = ({ random }) => sleep(random.integer(0, 12));
