import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import { beaconLockingBytecode, beaconShard } from '@weir/covenants';
import { NodeRejection } from '@weir/devnet';
import type { Scripted } from '../scripted.js';
import { untilSettled } from './indexer-process.js';
import type { Action, Simulation } from './simulation.types.js';

/** Longest pause, milliseconds. */
const REST_MS = 120;
/** Blocks a reorganisation takes off at most. */
const DEEPEST = 10;

/** Runs an action that the node may reject. */
const attempt = ({ diary }: Simulation, what: string, act: () => unknown): void => {
  try {
    act();
    diary.push(what);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
    diary.push(`${what}: ${error.reason}`);
  }
};

/** Picks a scripted transaction whose parents are on the chain, preferring ones that continue a lineage. */
const pickReady = ({ random, chain: { node }, fixture }: Simulation): Scripted | undefined => {
  const ready = fixture.transactions.filter(
    ({ txid, parent, otherParents = [] }) =>
      node.transaction(txid) === undefined &&
      [...otherParents, ...(parent === undefined ? [] : [parent])].every(
        (each) => node.transaction(each) !== undefined,
      ),
  );
  const later = ready.filter(({ parent }) => parent !== undefined);
  return random.pick(later.length > 0 && random.chance(0.6) ? later : ready);
};

/** Submits up to three transactions. */
export const send: Action = (simulation) => {
  for (let left = simulation.random.between(1, 3); left > 0; left -= 1) {
    const next = pickReady(simulation);
    if (next !== undefined) attempt(simulation, `send ${next.name}`, () => simulation.chain.node.submit(next.hex));
  }
};

/** Mines a block with a transaction that conflicts with the mempool or was never in it. */
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
  attempt(simulation, `mine to ${node.tip.height + 1}`, () => node.mine(random.between(1, 3), { transactions }));
};

/** Mines through a notice. */
export const mineNotice: Action = (simulation) => attempt(simulation, 'mine 7', () => simulation.chain.node.mine(7));

export const passDays: Action = (simulation) => {
  simulation.chain.node.advanceTime(simulation.random.between(1, 20) * 86_400);
  attempt(simulation, 'days pass', () => simulation.chain.node.mine(2));
};

/** Returns the deepest reorganisation possible now. */
const deepestNow = ({ chain: { node, highest } }: Simulation): number =>
  Math.min(DEEPEST, node.tip.height - (highest - DEEPEST));

/** Runs an action that replaces the blocks above a height, and records the branch that lost. */
const leaveBranch = (simulation: Simulation, root: number, what: string, act: () => void): void => {
  const { hash } = simulation.chain.node.tip;
  attempt(simulation, what, () => {
    act();
    const others = simulation.lost.filter((branch) => branch.hash !== hash);
    simulation.lost = [...others.map((each) => ({ ...each, root: Math.min(each.root, root) })), { hash, root }];
  });
};

/** Replaces the last blocks, sometimes with a transaction that conflicts with the old branch. */
export const reorganise: Action = (simulation) => {
  const {
    random,
    chain: { node },
  } = simulation;
  const { height } = node.tip;
  const deepest = deepestNow(simulation);
  if (deepest < 1) return;
  const depth = random.between(1, deepest);
  const keep = random.chance(0.6) ? 'mempool' : 'drop';
  const blocks = random.chance(0.1) ? random.between(1, depth) : depth + random.between(1, 2);
  const rival = random.chance(0.4) ? pickReady(simulation) : undefined;
  const transactions = rival === undefined ? random.pick(['none', 'all'] as const) : [rival.hex];
  leaveBranch(
    simulation,
    height - depth,
    `reorganise ${depth} from ${height}, ${keep}, by ${blocks} with ${rival?.name ?? String(transactions)}`,
    () => node.reorganise(depth, { blocks, keep, transactions }),
  );
};

/** Makes a branch that lost win again with the same blocks, so that what was gone is back in its place. */
export const winAgain: Action = (simulation) => {
  const {
    random,
    chain: { node, highest },
  } = simulation;
  const { hash, height } = node.tip;
  const branch = random.pick(
    simulation.lost.filter((each) => each.root >= highest - DEEPEST && node.blockByHash(each.hash) === undefined),
  );
  if (branch === undefined) return;
  leaveBranch(simulation, branch.root, `the branch from ${branch.root} to ${branch.hash.slice(-8)} wins again`, () => {
    node.reconsider(branch.hash);
    if (node.tip.hash !== hash) node.mine(Math.max(1, height + 1 - node.tip.height), { transactions: 'none' });
  });
};

/** Waits until the indexer has written everything, or a short time has passed. */
export const rest: Action = ({ indexer, chain: { node } }) => untilSettled(indexer, node.tip.height, REST_MS);

export const drop: Action = ({ chain: { node }, random, diary }) => {
  const dropped = random.pick(node.mempool());
  if (dropped === undefined) return;
  node.drop(dropped.txid);
  diary.push(`drop ${dropped.txid.slice(0, 8)}`);
};

/** Pays a meaningless coin to a contract's address or a beacon. */
export const payStray: Action = (simulation) => {
  const {
    random,
    fixture,
    chain: { node },
  } = simulation;
  const address = random.pick(fixture.addresses);
  if (address === undefined) return;
  const target = random.chance(0.6) ? address : beaconLockingBytecode(0, beaconShard(address));
  attempt(simulation, 'stray', () => node.fund(binToHex(target), 1_000n));
};

/** Lets the indexer work for a moment. */
export const wait: Action = ({ random }) => sleep(random.between(0, 12));
