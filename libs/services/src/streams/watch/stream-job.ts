import type { StreamRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { MissingTransactions, type Patience } from '../../shared/watch/missing-transactions.js';
import type { WatchOutcome } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { StreamContext } from '../stream-context.js';
import { FundingInputs } from './funding-inputs.js';
import type { JudgeTools } from './judge-missing.js';
import { KnownSpends } from './known-spends.js';
import { protectDuringNotice, type PushedStates, type WatcherAction } from './protect-during-notice.js';
import { reconcileStream } from './reconcile-stream.js';
import { SharedHistories } from './shared-histories.js';
import { sharingTransactions } from './shared-transactions.js';

/** Checks one stream. Never throws. @param told the script's status that the server reported last, if any */
export type StreamJob = (id: string, told?: string | null) => Promise<WatchOutcome>;

/** The dependencies of a stream's job. */
export interface StreamJobOptions {
  readonly context: StreamContext;
  readonly log: WatcherLog;
  readonly patience: Patience;
  readonly onAction: (action: WatcherAction) => void;
  /** Called for each transaction that nodes refused. */
  readonly onRefused?: () => void;
}

/** Refusals that mean that somebody else was faster: the stream is read anew. */
const OVERTAKEN = new Set(['BROADCAST_REJECTED', 'TX_NOT_FOUND', 'CHAIN_UNAVAILABLE', 'WRONG_STATE']);

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
    fundings: new FundingInputs(),
    histories: new SharedHistories(context.chain),
  };
  const alreadyPushed: PushedStates = new Map();

  /** @returns whether anything was sent */
  const tend = async (stream: StreamRecord): Promise<boolean> => {
    const actions = await protectDuringNotice(context, stream, alreadyPushed);
    for (const action of actions) {
      log.info({ streamId: stream.streamId, txHash: action.txHash }, `Sent a ${action.kind}`);
      onAction(action);
    }
    return actions.length > 0;
  };

  const work = async (id: string, told: string | null | undefined): Promise<WatchOutcome> => {
    const outcome = await reconcileStream(id, told, tools);
    if (!outcome.settled) {
      if (outcome.standing !== undefined) await tend(outcome.standing);
      return { isDone: false, why: outcome.why };
    }
    const isSent = await tend(outcome.stream);
    // What was sent is read by the next look.
    return isSent ? { isDone: true } : { isDone: true, reading: outcome.reading };
  };

  return async (id, told) => {
    try {
      return await work(id, told);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'BROADCAST_REJECTED') onRefused?.();
      if (error instanceof ServiceError && OVERTAKEN.has(error.code)) return { isDone: false, why: error.message };
      log.warn({ err: error, id }, 'Watching a stream failed; retrying');
      return { isDone: false };
    }
  };
};
