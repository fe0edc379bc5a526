import { createNode, type ChainNode } from '@weir/devnet';
import { openBenchStream, type BenchStream } from './indexed-chain.js';
import { createOthersTraffic } from './others-traffic.js';

/** Claims from each stream. */
const CLAIMS = 3;

/** Of each stream: its funding and its claims. */
export const EVENTS_EACH = 1 + CLAIMS;

/** Of each stream: what pays its sender, and its events. */
const TRANSACTIONS_EACH = 1 + EVENTS_EACH;

/** Streams that are funded in one block, and claimed from in each of the next ones. */
const A_BLOCK = 20;

/** A chain with streams among others' transactions. */
export interface BusyChain {
  readonly node: ChainNode;
  /** Some of the streams, to be claimed from further. */
  readonly streams: readonly BenchStream[];
  /** Transactions by what the indexer does with them. */
  readonly counts: {
    /** Fundings and claims, which it reads, verifies and writes. */
    readonly contracts: number;
    /** Others' payments to beacons, which it reads and refuses. */
    readonly toBeacons: number;
    /** All others, which it never hears of; the payments to the senders are among them. */
    readonly foreign: number;
  };
}

/**
 * Builds a chain of so many transactions, in which streams are funded and claimed from, some in each block, and the rest are others'.
 * @param keep how many of the streams are given back
 */
export const buildBusyChain = async (
  streams: number,
  transactions: number,
  keep: number,
  onProgress: (share: number) => void,
): Promise<BusyChain> => {
  const node = createNode();
  const traffic = createOthersTraffic(node);
  const others = Math.max(0, transactions - TRANSACTIONS_EACH * streams);
  const blocks = Math.ceil(streams / A_BLOCK) * EVENTS_EACH;
  let mined = 0;
  const mine = (): void => {
    mined += 1;
    // So many that they come out even over all blocks.
    traffic.mine(Math.floor((others * mined) / blocks) - Math.floor((others * (mined - 1)) / blocks));
  };
  const kept: BenchStream[] = [];
  for (let from = 0; from < streams; from += A_BLOCK) {
    const some: BenchStream[] = [];
    for (let i = from; i < Math.min(streams, from + A_BLOCK); i += 1) some.push(await openBenchStream(node, i));
    mine();
    for (let claims = 0; claims < CLAIMS; claims += 1) {
      for (const stream of some) await stream.claim();
      mine();
    }
    // A stream's contract takes much memory.
    if (kept.length < keep) kept.push(...some);
    onProgress(mined / blocks);
  }
  node.mine(11);
  const { toBeacons } = traffic;
  return {
    node,
    streams: kept,
    counts: { contracts: EVENTS_EACH * streams, toBeacons, foreign: streams + others - toBeacons },
  };
};
