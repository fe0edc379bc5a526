import { DAY } from '../testbed.js';
import { attempt } from './attempt.js';
import type { Action, Signed, Simulation } from './simulation.types.js';
import { createStream } from './stream-actions.js';

/** Blocks a reorganisation takes off at most. */
const DEEPEST = 10;

export const mine: Action = ({ chain, random, diary }) => {
  const mempool = chain.node.mempool().map(({ txid }) => txid);
  const some = mempool.filter(() => random.chance(0.5));
  const transactions = random.weighted<'all' | 'none' | string[]>([
    [6, 'all'],
    [1, 'none'],
    [2, some],
  ]);
  const blocks = chain.node.mine(random.between(1, 3), { transactions });
  diary.push(`mine ${blocks.length} to ${chain.node.tip.height}`);
};

/** Mines through a notice. */
export const mineNotice: Action = ({ chain, diary }) => {
  chain.node.mine(7);
  diary.push(`mine 7 to ${chain.node.tip.height}`);
};

export const passDays: Action = ({ chain, random, diary }) => {
  chain.node.advanceTime(random.between(1, 3) * DAY);
  chain.node.mine(6);
  diary.push(`days pass, to ${chain.node.tip.height}`);
};

/** Tries of transactions, most of which nothing takes any more, before an action gives up. */
const TRIES = 8;

/** Signed transactions, sent or not, and those the service sent, that are neither on the chain nor in the mempool. */
const pickAbsent = ({ random, streams, chain }: Simulation): Signed[] => {
  const sent = [...chain.seen].map(([hash, hex]) => ({ hash, hex }));
  const signed = streams.flatMap(({ signed: steps, funding }) => [funding, ...steps]);
  const absent = [...signed, ...sent].filter(({ hash }) => chain.node.transaction(hash) === undefined);
  return Array.from({ length: Math.min(TRIES, absent.length) }, () => random.pick(absent)).filter(
    (each) => each !== undefined,
  );
};

const tryEach = async (simulation: Simulation, what: string, act: (signed: Signed) => unknown): Promise<void> => {
  for (const signed of pickAbsent(simulation)) {
    const done = await attempt(simulation, `${what} ${signed.hash.slice(0, 8)}`, () => {
      act(signed);
      return true;
    });
    if (done === true) return;
  }
};

/** Somebody sends a transaction, for the first time or again. */
export const send: Action = (simulation) => tryEach(simulation, 'send', ({ hex }) => simulation.chain.node.submit(hex));

/** A block holds a transaction that contradicts the mempool, or was never in it. */
export const mineRival: Action = (simulation) =>
  tryEach(simulation, 'mine rival', ({ hex }) => simulation.chain.node.mine(1, { transactions: [hex] }));

/** Replaces the last blocks; sometimes a transaction that contradicts the old branch is in the new one. */
export const reorganise: Action = async (simulation) => {
  const { chain, random } = simulation;
  const { height } = chain.node.tip;
  const deepest = Math.min(DEEPEST, height - (chain.highest - DEEPEST));
  if (deepest < 1) return;
  const depth = random.between(1, deepest);
  const keep = random.chance(0.6) ? 'mempool' : 'drop';
  const [rival] = random.chance(0.4) ? pickAbsent(simulation) : [];
  const blocks = random.chance(0.1) ? random.between(1, depth) : depth + random.between(1, 2);
  const transactions = rival === undefined ? random.pick(['none', 'all'] as const) : [rival.hex];
  await attempt(
    simulation,
    `reorganise ${depth} from ${height}, ${keep}, by ${blocks} with ${rival?.hash.slice(0, 8) ?? String(transactions)}`,
    () => chain.node.reorganise(depth, { blocks, keep, transactions }),
  );
};

export const drop: Action = ({ chain, random, diary }) => {
  const dropped = random.pick(chain.node.mempool());
  if (dropped === undefined) return;
  chain.node.drop(dropped.txid);
  diary.push(`drop ${dropped.txid.slice(0, 8)}`);
};

/** Two fundings signed over the same coins, of which one is sent and confirmed, and the other is mined. */
export const doubleSpendFunding: Action = async (simulation) => {
  const [first, second] = [await createStream(simulation), await createStream(simulation)];
  if (first === undefined || second === undefined) return;
  await attempt(simulation, `fund ${first.id.slice(-4)}, to be double-spent`, async () => {
    simulation.chain.node.submit(first.funding.hex);
    await simulation.service.streams.confirmFunding(first.id, first.funding.hash);
    first.isConfirmed = true;
  });
  if (simulation.random.chance(0.3)) simulation.chain.node.mine();
  await attempt(simulation, `mine the funding of ${second.id.slice(-4)}`, () =>
    simulation.chain.node.mine(1, { transactions: [second.funding.hex] }),
  );
};
