import type { ContractState, StreamStep } from '@weir/covenants';
import type {
  ChainTransaction,
  RollbackCause,
  ScriptReading,
  StreamRecord,
  StreamScope,
  TransitionRecord,
} from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { type Change, type ChainRecord, follow, type Look, recordChanges } from '../../shared/follow/follow.js';
import { blockOf, stepReader } from '../../shared/follow/lineage.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { ServiceError } from '../../shared/service-error.js';
import { contractStateOf } from '../chain/find-clock.js';
import { stepsChange, streamRecord } from '../chain/follow-stream.js';
import { streamLineage } from '../chain/record-lineage.js';
import { toStoredState } from '../contract/stored-stream.js';
import { recordFunding } from '../funding/record-funding.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';
import { judgeMissing, type JudgeTools } from './judge-missing.js';
import { type Reading, readStream } from './reading.js';
import { refreshNotices } from './refresh-notices.js';

/** Transactions of a history that are not recorded and can spend the present state or what follows it. */
const candidates = ({ stream, steps, history, listed }: Reading): string[] => {
  const recorded = new Set(steps.map(({ txHash }) => txHash));
  const since = stream.state === null ? 0 : (listed.get(stream.state.txid)?.height ?? 0);
  return history
    .filter(({ txid, height }) => !recorded.has(txid) && (height <= 0 || (since > 0 && height >= since)))
    .map(({ txid }) => txid);
};

/** Follows the state of a stream through its script's history. @throws TransactionNotFoundError when a step has gone since it was listed */
const findSteps = async (reading: Reading, from: ContractState, { context, spends }: JudgeTools) => {
  const { stream } = reading;
  const unrecorded = candidates(reading);
  const reader = stepReader<ContractState, StreamStep, ChainTransaction>(
    streamLineage(context.contracts.of(stream)),
    from,
  );
  while (reader.state !== undefined) {
    const spender = await spends.findSpender(reader.state.outpoint, unrecorded);
    if (spender === undefined) break;
    if (!reader.take(await context.chain.transaction(spender)))
      throw new Error(
        `Transaction ${spender} spends the state of stream ${stream.id} in a way that its contract does not have`,
      );
  }
  return reader.steps;
};

/** What a look at a script's history calls for; undefined where the record is as the history shows. */
type Found =
  | Look<StreamScope>['changes']
  | { /** Why nothing can be said yet. */ readonly unclear: string }
  | undefined;

/** One change, and what is done once it is recorded. */
async function* afterwards(
  change: Change<StreamScope>,
  work: () => Promise<void> | void,
): AsyncGenerator<Change<StreamScope>> {
  yield change;
  await work();
}

/**
 * Finds the steps from a stream's state on that its script's history shows: those made by others (pushes, other clients, skipped
 * confirms).
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when one has gone since it was listed
 */
const newSteps = async (reading: Reading, tools: JudgeTools): Promise<Found> => {
  const { context, news } = tools;
  const start = await contractStateOf(context, reading.stream);
  const steps = start === undefined ? [] : await findSteps(reading, start, tools);
  if (steps.length === 0) return undefined;
  return afterwards(stepsChange(context, steps, false), () => {
    news.noteShown(steps.map(({ transaction }) => transaction.txid));
  });
};

interface Move {
  readonly step: TransitionRecord;
  readonly transaction: ChainTransaction;
}

const hasMoved = ({ step: { block }, transaction }: Move): boolean => {
  const now = blockOf(transaction);
  return now?.hash !== block?.hash || now?.height !== block?.height;
};

/** Whether the headers confirm a move: the chain holds the block a step is shown in, and not the one it is recorded in. */
const isOnChain = async ({ chain }: StreamContext, moves: readonly Move[]): Promise<boolean> => {
  const active = await readActiveChain(
    chain,
    moves.flatMap(({ step, transaction }) => [step.block, blockOf(transaction)]),
  );
  return moves.every(({ step, transaction }) => {
    const now = blockOf(transaction);
    return (step.block === null || active.replaces(step.block)) && (now === null || active.holds(now));
  });
};

/**
 * Finds the blocks, proven, of steps that were mined, mined again after a reorganisation, or are back in the mempool.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when one of the steps has gone
 */
const newBlocks = async (
  { steps }: Reading,
  { context, walletInputs, news }: Pick<JudgeTools, 'context' | 'walletInputs' | 'news'>,
): Promise<Found> => {
  const unfinal = steps.filter(({ final }) => !final);
  const found = await context.chain.transactions(unfinal.map(({ txHash }) => txHash));
  for (const transaction of found) walletInputs.note(transaction);
  const moved = unfinal.flatMap((step, i) => {
    const transaction = found[i];
    return transaction !== undefined && hasMoved({ step, transaction }) ? [{ step, transaction }] : [];
  });
  if (moved.length === 0) return undefined;
  if (!(await isOnChain(context, moved)))
    return { unclear: 'A step is shown in a block that is not on the chain, or outside its own block, which is' };
  const change = async (scope: StreamScope): Promise<void> => {
    for (const { transaction } of moved) await scope.setBlock(transaction.txid, blockOf(transaction));
    await refreshNotices(scope);
  };
  return afterwards(change, () => {
    news.noteShown(moved.map(({ transaction }) => transaction.txid));
  });
};

/**
 * Undoes a step and all after it, unless somebody else just did: the row is as it was before, and the events say why. The
 * other streams that these transactions moved are to be looked at now.
 */
const undo = (
  { context: { streams }, news }: JudgeTools,
  from: TransitionRecord,
  cause: RollbackCause & { readonly height: number },
): Found => {
  let undone: readonly string[] = [];
  const change = async (scope: StreamScope): Promise<void> => {
    const recorded = (await scope.transitions()).find(({ sequence }) => sequence === from.sequence);
    if (recorded?.txHash !== from.txHash) return;
    undone = (await scope.rollbackFrom(from.sequence, cause)).map(({ txHash }) => txHash);
    // The row's block of a cancel may be outdated.
    await refreshNotices(scope);
  };
  // What followed a step cannot be on the chain without it.
  return afterwards(change, async () => {
    news.noteGone(undone, cause, await streams.watch.streamsOf(undone));
  });
};

/**
 * Finds a funding that a stream had lost and that has come back. Only one that was confirmed before: anybody can fund
 * the same address a second time.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when it has gone since it was listed
 */
const lostFunding = async ({ stream, history }: Reading, { context, news }: JudgeTools): Promise<Found> => {
  const lost = await context.streams.watch.lostFundings(stream.id);
  const back = history.find(({ txid }) => lost.includes(txid));
  if (back === undefined) return undefined;
  const transaction = await context.chain.transaction(back.txid);
  const deployment = context.contracts.findDeployment(stream, back.txid, transaction.transaction);
  if (!deployment.ok) throw new Error(`Transaction ${back.txid} no longer funds stream ${stream.id}`);
  const state = toStoredState(deployment.state);
  const bySender = await spendsCoinOf(stream.senderHash, transaction, context.chain);
  const change = (scope: StreamScope) =>
    recordFunding(scope, { state, transaction, source: 'chain', bySender, now: context.now() });
  return afterwards(change, () => {
    news.noteShown([back.txid]);
  });
};

const find = async (reading: Reading, tools: JudgeTools): Promise<Found> => {
  const missing = reading.steps.find(({ txHash }) => !reading.listed.has(txHash));
  if (missing !== undefined) {
    const verdict = await judgeMissing(missing, reading, tools);
    if (!verdict.gone) return { unclear: verdict.why };
    // What opened the lock of a claim is a step of a campaign's lane: they are recorded, and taken back, together.
    if (missing.kind === 'fund' && reading.stream.campaignId !== null)
      return { unclear: 'The claim that opened it is gone; its campaign takes both back' };
    return undo(tools, missing, verdict.cause);
  }
  tools.missing.clear(reading.stream.id);
  const blocks = await newBlocks(reading, tools);
  if (blocks !== undefined) return blocks;
  const isOneMoment = reading.steps.every(
    ({ txHash, block }) => Math.max(0, reading.listed.get(txHash)?.height ?? 0) === (block?.height ?? 0),
  );
  if (!isOneMoment) return { unclear: 'The history and the transactions were read at different moments' };
  return reading.stream.status === 'PENDING' ? lostFunding(reading, tools) : newSteps(reading, tools);
};

/** The result of bringing a record up to the chain. */
export type Reconciliation =
  /** The record is what the script's history shows. */
  | { readonly settled: true; readonly stream: StreamRecord; readonly reading: ScriptReading }
  /**
   * The servers do not show clearly what happened: ask again. `standing` is the record, where its state is certainly unspent
   * no matter what the history hides.
   */
  | { readonly settled: false; readonly why: string; readonly standing?: StreamRecord };

/** What a look at a stream's history shows. */
interface HistoryLook extends Look<StreamScope> {
  /** The result, where nothing is left to be recorded now. */
  readonly result?: Reconciliation;
}

/** Notes how far the script was read. @returns false where the record moved meanwhile */
const saveReading = async ({ stream, status }: Reading, { context }: JudgeTools): Promise<HistoryLook> => {
  const reading = { status, head: stream.state?.txid ?? null };
  const isSaved = await context.streams.watch.saveReading(stream, reading);
  if (!isSaved) return { changes: [], isComplete: false };
  return { changes: [], isComplete: true, result: { settled: true, stream, reading } };
};

/**
 * The record, where the chain has its state unspent: it is up to date then, though the script's history is hidden (too
 * long for servers to list, which anybody can make it). Notes blocks, on which refunds wait.
 */
const findStanding = async (reading: Reading, tools: JudgeTools): Promise<StreamRecord | undefined> => {
  const { context } = tools;
  const { id, state } = reading.stream;
  if (state === null || !(await context.chain.isUnspent(state.txid, state.vout))) return undefined;
  const blocks = await newBlocks(reading, tools);
  if (blocks !== undefined && !('unclear' in blocks))
    await recordChanges(followedByHistory(id, undefined, tools), reading.stream, blocks);
  return context.streams.findById(id);
};

const look = async (
  stream: StreamRecord,
  reportedStatus: string | null | undefined,
  tools: JudgeTools,
): Promise<HistoryLook> => {
  const reading = await readStream(stream, reportedStatus, tools);
  tools.news.beginLook(reading);
  const found = await find(reading, tools);
  if (found === undefined) return saveReading(reading, tools);
  if (!('unclear' in found)) return { changes: found, isComplete: false };
  const standing = await findStanding(reading, tools);
  const result = { settled: false, why: found.unclear, ...(standing !== undefined && { standing }) } as const;
  return { changes: [], isComplete: true, result };
};

/** How many looks in a row, while each one changes something. */
const MAX_LOOKS = 8;
const KEEPS_CHANGING = 'The chain keeps changing';

/** A stream that is followed by its script's history, as the server showed it last. */
const followedByHistory = (
  id: string,
  reportedStatus: string | null | undefined,
  tools: JudgeTools,
): ChainRecord<StreamRecord, StreamScope, HistoryLook> => ({
  ...streamRecord(tools.context, id, (stream) => look(stream, reportedStatus, tools), MAX_LOOKS),
  busy: () => new ServiceError('WRONG_STATE', KEEPS_CHANGING),
});

/** Refusals by which nothing is wrong with the record: the chain could not be read, or changed meanwhile. */
const CHAINS_FAULTS: ReadonlySet<string> = new Set(['CHAIN_UNAVAILABLE', 'TX_NOT_FOUND', 'WRONG_STATE']);

/**
 * Brings a stored stream up to its script's history: rolls back steps that the chain has dropped
 * ({@link judgeMissing}), stores the blocks of those that were mined or moved, records those made by others, and a lost funding
 * that has come back. Changes nothing where the servers are silent, lag or contradict themselves.
 *
 * @param reportedStatus the script's status that the server reported last; undefined where it reported none
 * @throws ServiceError NOT_FOUND
 * @throws DatabaseUnavailableError
 */
export const reconcileStream = async (
  id: string,
  reportedStatus: string | null | undefined,
  tools: JudgeTools,
): Promise<Reconciliation> => {
  try {
    const { result } = (await follow(followedByHistory(id, reportedStatus, tools))).look;
    return result ?? { settled: false, why: KEEPS_CHANGING };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || !CHAINS_FAULTS.has(refusal.code)) throw error;
    return { settled: false, why: refusal.message };
  }
};
