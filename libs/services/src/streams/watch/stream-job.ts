import { LRUCache } from 'lru-cache';
import type { ChainReader, ChainTransaction, StreamRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { keepingTransactions } from '../../shared/reading-once.js';
import { MissingTransactions, type Patience } from '../../shared/watch/missing-transactions.js';
import type { WatchOutcome } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/worker.js';
import type { StreamContext } from '../stream-context.js';
import { finishDueMove } from './finish-due-move.js';
import { WalletInputs, type JudgeTools, KnownSpends } from './judge-missing.js';
import { protectDuringNotice, type PushedStates, type WatcherAction } from './protect-during-notice.js';
import { SharedHistories } from './reading.js';
import { reconcileStream } from './reconcile-stream.js';
import { TransactionNews } from './transaction-news.js';

/** How long a transaction is reused, milliseconds: a server may show the block that mined it somewhat later than the block itself. */
const KEPT_MS = 2_000;
/** Hexadecimal digits of all transactions that are kept. */
const MAX_DIGITS = 2 ** 25;

/**
 * Wraps a chain reader for the looks at many records at once. Siblings of a plan share their funding, and what moved them together: read
 * for each of them, a cancel of ninety streams is ten megabytes at every change of their script. What is kept of one tip does not serve
 * for another, under which a transaction may be in another block.
 */
export const sharingTransactions = (chain: ChainReader): ChainReader => {
  const kept = new LRUCache<string, ChainTransaction>({
    maxSize: MAX_DIGITS,
    sizeCalculation: ({ hex }) => hex.length,
    ttl: KEPT_MS,
  });
  let tipHash = '';
  const sharing = keepingTransactions(chain, kept);
  const ofThisTip = async (): Promise<void> => {
    const { hash } = await chain.tip();
    if (hash !== tipHash) kept.clear();
    tipHash = hash;
  };
  return {
    ...sharing,
    async transaction(txid) {
      await ofThisTip();
      return sharing.transaction(txid);
    },
    async transactions(txids) {
      await ofThisTip();
      return sharing.transactions(txids);
    },
    get tipReportedAt() {
      return chain.tipReportedAt;
    },
    get hearsAll() {
      return chain.hearsAll;
    },
  };
};

/** Checks one stream. Never throws. @param reportedStatus the script's status that the server reported last, if any */
export type StreamJob = (id: string, reportedStatus?: string | null) => Promise<WatchOutcome>;

/** The dependencies of a stream's job. */
export interface StreamJobOptions {
  readonly context: StreamContext;
  readonly log: WatcherLog;
  readonly patience: Patience;
  readonly onAction: (action: WatcherAction) => void;
  /** Called for each transaction that nodes refused. */
  readonly onRefused?: () => void;
}

/** Refusals that mean that somebody else was faster: the stream is read again. */
const OVERTAKEN: ReadonlySet<string> = new Set([
  'BROADCAST_REJECTED',
  'TX_NOT_FOUND',
  'CHAIN_UNAVAILABLE',
  'WRONG_STATE',
]);

/** Makes the job that brings a stream's record up to the chain, then does what is due for its parties. */
export const createStreamJob = ({
  context: given,
  log,
  patience,
  onAction,
  onRefused,
}: StreamJobOptions): StreamJob => {
  const context: StreamContext = { ...given, chain: sharingTransactions(given.chain) };
  const tools: JudgeTools = {
    context,
    servers: given.chain,
    missing: new MissingTransactions(patience),
    spends: new KnownSpends(context.chain),
    walletInputs: new WalletInputs(),
    histories: new SharedHistories(context.chain),
    news: new TransactionNews(),
  };
  const alreadyPushed: PushedStates = new Map();

  /** @returns whether anything was sent */
  const protect = async (stream: StreamRecord): Promise<boolean> => {
    const protection = await protectDuringNotice(context, stream, alreadyPushed);
    const finish = await finishDueMove(context, stream);
    const actions = finish === undefined ? protection : [...protection, finish];
    for (const action of actions) {
      log.info({ streamId: stream.streamId, txHash: action.txHash }, `Sent a ${action.kind}`);
      onAction(action);
    }
    return actions.length > 0;
  };

  const work = async (id: string, reportedStatus: string | null | undefined): Promise<WatchOutcome> => {
    const outcome = await reconcileStream(id, reportedStatus, tools);
    if (!outcome.settled) {
      if (outcome.standing !== undefined) await protect(outcome.standing);
      return { isDone: false, why: outcome.why };
    }
    const isSent = await protect(outcome.stream);
    // What was sent is read by the next look.
    return isSent ? { isDone: true } : { isDone: true, reading: outcome.reading };
  };

  const attempt = async (id: string, reportedStatus: string | null | undefined): Promise<WatchOutcome> => {
    try {
      return await work(id, reportedStatus);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === 'BROADCAST_REJECTED') onRefused?.();
      if (refusal !== undefined && OVERTAKEN.has(refusal.code)) return { isDone: false, why: refusal.message };
      log.warn({ err: error, id }, 'Watching a stream failed; retrying');
      return { isDone: false };
    }
  };

  return async (id, reportedStatus) => {
    const outcome = await attempt(id, reportedStatus);
    tools.news.endLook(id, outcome.isDone);
    return { ...outcome, alsoDue: tools.news.takeDue() };
  };
};
