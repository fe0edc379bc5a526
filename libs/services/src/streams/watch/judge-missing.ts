import { encodeLockingBytecodeP2pkh, hash160, type Input } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import { type Outpoint, outpointKey, outpointOf } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  HistoryHiddenError,
  type RollbackCause,
  spenderOf,
  type TransitionRecord,
  findTransaction,
} from '@weir/infra';
import { blockOf } from '../../shared/follow/lineage.js';
import type { MissingTransactions } from '../../shared/watch/missing-transactions.js';
import { type ActiveChain, readActiveChain } from './active-chain.js';
import type { Reading, ReadingTools } from './reading.js';
import type { TransactionNews } from './transaction-news.js';

/** Transactions read together: two calls each, and the tip, are one batch of public servers. */
const CHUNK = 172;
/** How many transactions are remembered, so that strays sent to a contract are read once. */
const MAX_SPENDS = 200_000;

const spentBy = ({ transaction }: ChainTransaction): string[] =>
  transaction.inputs.map((input) => outpointKey(outpointOf(input)));

/** Caches which outpoints transactions spend: that never changes, so each transaction is read once. */
export class KnownSpends {
  readonly #spends = new LRUCache<string, readonly string[]>({ maxSize: MAX_SPENDS, sizeCalculation: () => 1 });

  constructor(private readonly chain: Pick<ChainReader, 'transactions'>) {}

  /**
   * Finds the one of some transactions that spends an outpoint.
   *
   * @throws TransactionNotFoundError when one has gone since it was listed
   * @throws ChainUnavailableError
   */
  async findSpender(outpoint: Outpoint, txids: readonly string[]): Promise<string | undefined> {
    const unread = txids.filter((txid) => !this.#spends.has(txid));
    for (let i = 0; i < unread.length; i += CHUNK) {
      for (const read of await this.chain.transactions(unread.slice(i, i + CHUNK)))
        this.#spends.set(read.txid, spentBy(read));
    }
    const key = outpointKey(outpoint);
    return txids.find((txid) => this.#spends.get(txid)?.includes(key));
  }
}

/** How many transactions are remembered, and how many inputs of each. */
const MAX_CACHED = 10_000;
const INPUTS = 16;
/** Bytes of a compressed public key, which an input of a wallet pushes last. */
const PUBLIC_KEY = 33;

interface WalletInput {
  readonly spent: Outpoint;
  readonly lockingBytecode: Uint8Array;
}

/** The wallet's coin an input spends, by the key it shows; undefined where it shows none. */
const walletInput = (input: Input): WalletInput | undefined => {
  const { unlockingBytecode: pushes } = input;
  if (pushes.at(-PUBLIC_KEY - 1) !== PUBLIC_KEY) return undefined;
  return {
    spent: outpointOf(input),
    lockingBytecode: encodeLockingBytecodeP2pkh(hash160(pushes.slice(-PUBLIC_KEY))),
  };
};

/**
 * Caches which coins of wallets transactions spend: once one is gone, no server reports it any longer. In memory only: after a
 * restart a transaction that such a coin's other spender replaced counts as gone only after several denials.
 */
export class WalletInputs {
  readonly #inputs = new LRUCache<string, readonly WalletInput[]>({ max: MAX_CACHED });

  note({ txid, transaction }: Pick<ChainTransaction, 'txid' | 'transaction'>): void {
    if (this.#inputs.has(txid)) return;
    this.#inputs.set(
      txid,
      transaction.inputs.slice(0, INPUTS).flatMap((input) => walletInput(input) ?? []),
    );
  }

  /**
   * Another transaction that spends a wallet's coin of a transaction.
   *
   * @throws ChainUnavailableError
   */
  async findRival(chain: ChainReader, txid: string): Promise<ChainTransaction | undefined> {
    for (const { spent, lockingBytecode } of this.#inputs.get(txid) ?? []) {
      const spender = await spenderOf(chain, spent, lockingBytecode).catch((error: unknown) => {
        // The history of this wallet is too long to be listed.
        if (error instanceof HistoryHiddenError) return undefined;
        throw error;
      });
      if (spender !== undefined && spender.txid !== txid) return spender;
    }
    return undefined;
  }
}

/** The verdict on a recorded step that its script's history does not show. */
export type MissingVerdict =
  /** The chain has taken it back. */
  | { readonly gone: true; readonly cause: RollbackCause & { readonly height: number } }
  /** Not certain: wait, and change nothing. */
  | { readonly gone: false; readonly why: string };

export interface JudgeTools extends ReadingTools {
  /** The servers themselves, for whether they still have a transaction: `context` may keep what it read of them. */
  readonly servers: Pick<ChainReader, 'transaction'>;
  readonly missing: MissingTransactions;
  readonly spends: KnownSpends;
  readonly walletInputs: WalletInputs;
  readonly news: TransactionNews;
}

const stays = (why: string): MissingVerdict => ({ gone: false, why });

/** Why the block of a step may still be on the chain; undefined if the chain has another block in its place. */
const whyBlockCounts = ({ block }: TransitionRecord, active: ActiveChain): string | undefined => {
  if (block === null || active.replaces(block)) return undefined;
  return active.holds(block)
    ? 'Its block is on the chain, so the history is hidden'
    : 'The tip is below the block that holds it';
};

/** The transaction in the history that spends the state that a step spent. */
const findRivalAtState = async ({ spent }: TransitionRecord, { history }: Reading, { context, spends }: JudgeTools) => {
  if (spent === null) return undefined;
  const txids = history.map(({ txid }) => txid);
  const rival = await spends.findSpender(spent, txids);
  return rival === undefined ? undefined : findTransaction(context.chain, rival);
};

/**
 * The transaction in whose place a step cannot be on the chain: it spends the same state, or something else that the step's
 * transaction spends. That is the state of another stream, whose look found it, or a wallet's coin.
 */
const findRival = async (step: TransitionRecord, reading: Reading, tools: JudgeTools) => {
  const { context, news, walletInputs } = tools;
  const atState = await findRivalAtState(step, reading, tools);
  if (atState !== undefined) return atState;
  const replacedBy = news.causeOf(step.txHash)?.replacedBy ?? null;
  const known = replacedBy === null ? undefined : await findTransaction(context.chain, replacedBy);
  return known ?? walletInputs.findRival(context.chain, step.txHash);
};

/**
 * Judges the first recorded step that its script's history does not show. An empty or shorter history, a lower tip,
 * errors and silence are not signs. A step is gone when the chain, the one to the highest tip seen, has another block in
 * the place of the one that held it, if one did, and
 *
 * - a transaction in a block of this chain spends what its transaction spent: this stream's state or another one's, or a
 *   wallet's coin, or
 * - a transaction in the mempool does, and every server that can be reached denies knowing the step, or
 * - all of them have denied it several times in a row, some time apart ({@link MissingTransactions}), or deny it now and did
 *   so before for another stream of its transaction.
 *
 * @throws ChainUnavailableError
 */
export const judgeMissing = async (
  step: TransitionRecord,
  reading: Reading,
  tools: JudgeTools,
): Promise<MissingVerdict> => {
  const { context, missing, news } = tools;
  const { id } = reading.stream;
  if (step.final) return stays('It is final, so the history is hidden');
  const later = reading.steps.some(({ sequence, txHash }) => sequence > step.sequence && reading.listed.has(txHash));
  if (later) return stays('A later step exists, so the history is incomplete');
  const rival = await findRival(step, reading, tools);
  const rivalBlock = rival === undefined ? null : blockOf(rival);
  const active = await readActiveChain(context.chain, [step.block, rivalBlock]);
  const blockCounts = whyBlockCounts(step, active);
  if (blockCounts !== undefined) return stays(blockCounts);

  const height = active.tipHeight;
  const replaced: MissingVerdict | undefined = rival && {
    gone: true,
    cause: { reason: 'replaced', replacedBy: rival.txid, height },
  };
  if (replaced !== undefined && rivalBlock !== null && active.holds(rivalBlock)) return replaced;
  if ((await findTransaction(tools.servers, step.txHash)) !== undefined) {
    missing.clear(id);
    news.noteKnown([step.txHash]);
    return stays('A server knows it');
  }
  if (replaced !== undefined) return replaced;
  const isVanished = news.causeOf(step.txHash)?.reason === 'vanished';
  if (!isVanished && !missing.recordDenial(id, step.txHash)) return stays('All servers deny it; asking again');
  return { gone: true, cause: { reason: 'vanished', replacedBy: null, height } };
};
