import {
  type BlockHeader,
  type ChainTransaction,
  type HistoryEntry,
  historyStatus,
  type IndexedBlock,
  type SyncPosition,
  commandText,
} from '@weir/infra';
import { DeepReorganisationError, type SyncContext, SyncPausedError, UnprovenTransactionError } from './sync.types.js';

/** The part of the chain that replaces or extends what is stored. */
export interface Segment {
  /** The first block that is indexed. */
  readonly startHeight: number;
  /** The highest stored block that the chain still has; below the start where there is none. */
  readonly forkHeight: number;
  /** The blocks above it, up to the highest with enough confirmations. */
  readonly blocks: readonly IndexedBlock[];
  /** The height up to which the chain is indexed. */
  readonly height: number;
  /** Hash of the tip when this was read, display order. */
  readonly tipHash: string;
  /** Number of stored blocks that are no longer on the chain. */
  readonly replaced: number;
}

/** Depth compared first: nodes reject reorganisations deeper than 10 blocks. */
const USUAL_DEPTH = 12;
/** Deepest reorganisation that is rolled back, blocks. */
const DEEPEST = 120;

const forkOf = (
  stored: readonly IndexedBlock[],
  hashAt: (height: number) => string | undefined,
): IndexedBlock | undefined => stored.findLast(({ height, hash }) => hashAt(height) === hash);

const toBlocks = (headers: readonly BlockHeader[], from: number): IndexedBlock[] =>
  headers.map(({ hash, time }, i) => ({ height: from + i, hash, time }));

/**
 * Compares the stored chain with the servers'. A lower tip proves nothing: another server may have more.
 *
 * @throws SyncPausedError while all servers lag behind what is stored
 * @throws DeepReorganisationError when none of the last blocks is on the chain any more
 * @throws ChainUnavailableError
 */
export const readSegment = async (
  { startHeight, top }: SyncPosition,
  { chain, sync, confirmations }: SyncContext,
): Promise<Segment> => {
  const tip = await chain.tip();
  const height = tip.height - confirmations + 1;
  if (tip.lagging || height < (top?.height ?? -1))
    throw new SyncPausedError(`The servers' tip, ${tip.height}, is lower than what was seen before`);
  const found = { startHeight, height, tipHash: tip.hash };
  if (top === undefined) {
    const headers = await chain.headersToTip(startHeight);
    return {
      ...found,
      forkHeight: startHeight - 1,
      blocks: toBlocks(headers, startHeight).filter((block) => block.height <= height),
      replaced: 0,
    };
  }
  for (const depth of [USUAL_DEPTH, DEEPEST]) {
    // The block below the replaced ones is the fork.
    const from = Math.max(startHeight, top.height - depth);
    const [headers, stored] = await Promise.all([chain.headersToTip(from), sync.blocksFrom(from)]);
    const blocks = toBlocks(headers, from);
    const fork =
      forkOf(stored, (at) => headers[at - from]?.hash)?.height ?? (from === startHeight ? startHeight - 1 : undefined);
    if (fork === undefined) continue;
    if (blocks.at(-1)?.hash !== tip.hash) throw new SyncPausedError('The chain moved while it was read');
    return {
      ...found,
      forkHeight: fork,
      blocks: blocks.filter((block) => block.height > fork && block.height <= height),
      replaced: top.height - fork,
    };
  }
  throw new DeepReorganisationError(
    `None of the last ${DEEPEST} blocks up to ${top.height} is on the chain any more: indexing is stopped. If the servers show the right chain, read it again: ${commandText('reindex')}`,
  );
};

/** A transaction in a block of the indexed chain. */
export interface MinedTransaction {
  readonly txid: string;
  readonly transaction: ChainTransaction['transaction'];
  readonly block: IndexedBlock;
}

/** Transactions requested together: with their heights and proofs a few round trips. */
const AT_ONCE = 150;

const readAll = async (txids: readonly string[], { chain }: SyncContext): Promise<ChainTransaction[]> => {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += AT_ONCE)
    found.push(...(await chain.transactions(txids.slice(from, from + AT_ONCE))));
  return found;
};

/**
 * Reads transactions, each proven to be in a block of the indexed chain.
 *
 * @throws UnprovenTransactionError when one is in another block or in none: the chain moved meanwhile, or the history lies
 * @throws TransactionNotFoundError when nobody knows it
 */
export const readMined = async (
  txids: readonly string[],
  { forkHeight, blocks }: Segment,
  context: SyncContext,
): Promise<ReadonlyMap<string, MinedTransaction>> => {
  const found = await readAll([...new Set(txids)], context);
  const heights = found.flatMap(({ height }) => (height !== undefined && height <= forkHeight ? [height] : []));
  const known = new Map(
    [...(await context.sync.blocksAt([...new Set(heights)])), ...blocks].map((block) => [block.height, block]),
  );
  return new Map(
    found.map(({ txid, transaction, height, blockHash }) => {
      const block = height === undefined ? undefined : known.get(height);
      if (block === undefined || block.hash !== blockHash) throw new UnprovenTransactionError(txid);
      return [txid, { txid, transaction, block }];
    }),
  );
};

/** A script's history as far as it is in the indexed chain. */
export interface ScriptHistory {
  readonly scriptHash: string;
  /** In block order. */
  readonly mined: readonly HistoryEntry[];
  /** Electrum status (digest) of the whole history. */
  readonly status: string | null;
  /** Whether it holds mined transactions that lack confirmations. */
  readonly hasMore: boolean;
  /** Whether it holds unconfirmed transactions, which the next block may include. */
  readonly hasUnmined: boolean;
}

interface HistoryQuestion {
  readonly scriptHash: string;
  /** Transactions that the history must include. */
  readonly holding: readonly string[];
  /** Whether the round must fail without this history. */
  readonly isNeeded: boolean;
}

export interface Histories {
  readonly shown: readonly ScriptHistory[];
  /** Scripts of which every server shows less history than is known. */
  readonly hidden: readonly string[];
}

/**
 * Reads the histories of scripts as of the segment's tip.
 *
 * @throws SyncPausedError when a needed one is hidden
 * @throws ChainUnavailableError, also when the tip has moved on
 */
export const readHistories = async (
  questions: readonly HistoryQuestion[],
  { startHeight, height, tipHash }: Segment,
  { chain }: SyncContext,
): Promise<Histories> => {
  const found = await chain.histories(questions, tipHash);
  const hidden = questions.filter((_, i) => found[i] === undefined);
  const missing = hidden.find(({ isNeeded }) => isNeeded);
  if (missing !== undefined) throw new SyncPausedError(`The servers hide the history of script ${missing.scriptHash}`);
  const shown = questions.flatMap(({ scriptHash }, i): ScriptHistory[] => {
    const history = found[i];
    if (history === undefined) return [];
    const mined = history.filter((entry) => entry.height > 0 && entry.height >= startHeight);
    return [
      {
        scriptHash,
        mined: mined.filter((entry) => entry.height <= height),
        status: historyStatus(history),
        hasMore: mined.some((entry) => entry.height > height),
        hasUnmined: history.some((entry) => entry.height <= 0),
      },
    ];
  });
  return { shown, hidden: hidden.map(({ scriptHash }) => scriptHash) };
};
