import type { ContractState } from '@weir/covenants';
import type { ChainTransaction, RollbackCause, ScriptReading, StreamRecord, TransitionRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { contractStateOf } from '../chain/find-clock.js';
import { blockOf, type LineageStep, readStep, recordSteps } from '../chain/record-lineage.js';
import { toStoredState } from '../contract/stored-stream.js';
import { recordFunding } from '../funding/record-funding.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';
import { judgeMissing, type JudgeTools } from './judge-missing.js';
import { type Reading, readStream, type ReconcileOutcome } from './reading.js';
import { refreshNotices } from './refresh-notices.js';

/** Transactions of a history that are not recorded and can spend the present state or what follows it. */
const candidates = ({ stream, steps, history, listed }: Reading): string[] => {
  const recorded = new Set(steps.map(({ txHash }) => txHash));
  const since = stream.state === null ? 0 : (listed.get(stream.state.txid)?.height ?? 0);
  return history
    .filter(({ txid, height }) => !recorded.has(txid) && (height <= 0 || (since > 0 && height >= since)))
    .map(({ txid }) => txid);
};

const findSteps = async (reading: Reading, from: ContractState, { context, spends }: JudgeTools) => {
  const { stream } = reading;
  const contract = context.contracts.of(stream);
  const unrecorded = candidates(reading);
  const steps: LineageStep[] = [];
  for (let state: ContractState | undefined = from; state !== undefined;) {
    const spender: string | undefined = await spends.findSpender(state.outpoint, unrecorded);
    if (spender === undefined) break;
    const transaction = await context.chain.transaction(spender);
    const read = readStep(contract, state, transaction);
    if (read === undefined)
      throw new Error(
        `Transaction ${spender} spends the state of stream ${stream.id} in a way that its contract does not have`,
      );
    steps.push(read);
    state = read.step.next;
  }
  return steps;
};

/**
 * Records the steps from a stream's state on that its script's history shows: those made by others (pushes, other
 * clients, skipped confirms).
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when one has gone since it was listed
 */
const recordNewSteps = async (reading: Reading, tools: JudgeTools): Promise<ReconcileOutcome> => {
  const { context, news } = tools;
  const from = reading.stream.state;
  const start = await contractStateOf(context, reading.stream);
  const steps = start === undefined ? [] : await findSteps(reading, start, tools);
  if (from === null || steps.length === 0) return 'unchanged';
  await context.streams.withStream(reading.stream.id, async (scope) => {
    const { state } = scope.stream;
    const isThere = state?.txid === from.txid && state.vout === from.vout;
    if (isThere) await recordSteps(scope, steps, { confirmed: false, now: context.now() });
  });
  news.noteShown(steps.map(({ transaction }) => transaction.txid));
  return 'changed';
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
 * Stores the blocks, proven, of steps that were mined, mined again after a reorganisation, or are back in the mempool.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when one of the steps has gone
 */
const noteBlocks = async (
  { stream, steps }: Reading,
  { context, walletInputs, news }: Pick<JudgeTools, 'context' | 'walletInputs' | 'news'>,
): Promise<ReconcileOutcome> => {
  const unfinal = steps.filter(({ final }) => !final);
  const found = await context.chain.transactions(unfinal.map(({ txHash }) => txHash));
  for (const transaction of found) walletInputs.note(transaction);
  const moved = unfinal.flatMap((step, i) => {
    const transaction = found[i];
    return transaction !== undefined && hasMoved({ step, transaction }) ? [{ step, transaction }] : [];
  });
  if (moved.length === 0) return 'unchanged';
  if (!(await isOnChain(context, moved)))
    return { wait: 'A step is shown in a block that is not on the chain, or outside its own block, which is' };
  await context.streams.withStream(stream.id, async (scope) => {
    for (const { transaction } of moved) await scope.setBlock(transaction.txid, blockOf(transaction));
    await refreshNotices(scope);
  });
  news.noteShown(moved.map(({ transaction }) => transaction.txid));
  return 'changed';
};

/**
 * Undoes a step and all after it, unless somebody else just did: the row is as it was before, and the events say why. The
 * other streams that these transactions moved are to be looked at now.
 */
const rollBackStream = async (
  { context: { streams }, news }: JudgeTools,
  { stream }: Reading,
  from: TransitionRecord,
  cause: RollbackCause & { readonly height: number },
): Promise<ReconcileOutcome> => {
  const undone = await streams.withStream(stream.id, async (scope) => {
    const recorded = (await scope.transitions()).find(({ sequence }) => sequence === from.sequence);
    if (recorded?.txHash !== from.txHash) return [];
    const steps = await scope.rollbackFrom(from.sequence, cause);
    // The row's block of a cancel may be outdated.
    await refreshNotices(scope);
    return steps;
  });
  // What followed a step cannot be on the chain without it.
  const txHashes = undone.map(({ txHash }) => txHash);
  news.noteGone(txHashes, cause, await streams.watch.streamsOf(txHashes));
  return 'changed';
};

/**
 * Records a funding that a stream had lost and that has come back. Only one that was confirmed before: anybody can fund
 * the same address a second time.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when it has gone since it was listed
 */
const restoreFunding = async (
  { stream, history }: Reading,
  { context, news }: JudgeTools,
): Promise<ReconcileOutcome> => {
  const lost = await context.streams.watch.lostFundings(stream.id);
  const back = history.find(({ txid }) => lost.includes(txid));
  if (back === undefined) return 'unchanged';
  const transaction = await context.chain.transaction(back.txid);
  const deployment = context.contracts.findDeployment(stream, back.txid, transaction.transaction);
  if (!deployment.ok) throw new Error(`Transaction ${back.txid} no longer funds stream ${stream.id}`);
  const state = toStoredState(deployment.state);
  const bySender = await spendsCoinOf(stream.senderHash, transaction, context.chain);
  await context.streams.withStream(stream.id, async (scope) => {
    if (scope.stream.status === 'PENDING')
      await recordFunding(scope, { state, transaction, source: 'chain', bySender, now: context.now() });
  });
  news.noteShown([back.txid]);
  return 'changed';
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

/** How many looks in a row, while each one changes something. */
const MAX_LOOKS = 8;

const look = async (reading: Reading, tools: JudgeTools): Promise<ReconcileOutcome> => {
  const missing = reading.steps.find(({ txHash }) => !reading.listed.has(txHash));
  if (missing !== undefined) {
    const verdict = await judgeMissing(missing, reading, tools);
    if (!verdict.gone) return { wait: verdict.why };
    // What opened the lock of a claim is a step of a campaign's lane: they are recorded, and taken back, together.
    if (missing.kind === 'fund' && reading.stream.campaignId !== null)
      return { wait: 'The claim that opened it is gone; its campaign takes both back' };
    return rollBackStream(tools, reading, missing, verdict.cause);
  }
  tools.missing.clear(reading.stream.id);
  const blocks = await noteBlocks(reading, tools);
  if (blocks !== 'unchanged') return blocks;
  const isOneMoment = reading.steps.every(
    ({ txHash, block }) => Math.max(0, reading.listed.get(txHash)?.height ?? 0) === (block?.height ?? 0),
  );
  if (!isOneMoment) return { wait: 'The history and the transactions were read at different moments' };
  return reading.stream.status === 'PENDING' ? restoreFunding(reading, tools) : recordNewSteps(reading, tools);
};

/** Notes how far the script was read, unless the record moved meanwhile. */
const saveReading = async (
  { stream, status }: Reading,
  { context }: JudgeTools,
): Promise<Reconciliation | undefined> => {
  const reading = { status, head: stream.state?.txid ?? null };
  const isSaved = await context.streams.watch.saveReading(stream, reading);
  return isSaved ? { settled: true, stream, reading } : undefined;
};

/**
 * The record, where the chain has its state unspent: it is up to date then, though the script's history is hidden (too
 * long for servers to list, which anybody can make it). Notes blocks, on which refunds wait.
 */
const findStanding = async (reading: Reading, tools: JudgeTools): Promise<StreamRecord | undefined> => {
  const { context } = tools;
  const { id, state } = reading.stream;
  if (state === null || !(await context.chain.isUnspent(state.txid, state.vout))) return undefined;
  await noteBlocks(reading, tools);
  return context.streams.findById(id);
};

const reconcile = async (
  id: string,
  reportedStatus: string | null | undefined,
  tools: JudgeTools,
): Promise<Reconciliation> => {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const reading = await readStream(id, reportedStatus, tools);
    tools.news.beginLook(reading);
    const outcome = await look(reading, tools);
    if (typeof outcome !== 'string') {
      const standing = await findStanding(reading, tools);
      return { settled: false, why: outcome.wait, ...(standing !== undefined && { standing }) };
    }
    const settled = outcome === 'unchanged' ? await saveReading(reading, tools) : undefined;
    if (settled !== undefined) return settled;
  }
  return { settled: false, why: 'The chain keeps changing' };
};

/** Refusals by which nothing is wrong with the record: the chain could not be read, or changed meanwhile. */
const CHAINS_FAULTS: ReadonlySet<string> = new Set(['CHAIN_UNAVAILABLE', 'TX_NOT_FOUND']);

/**
 * Brings a stored stream up to its script's history: rolls back steps that the chain has dropped
 * ({@link judgeMissing}), stores the blocks of those that were mined or moved, records those made by others, and a lost funding
 * that has come back. Changes nothing where the servers are silent, lag or contradict themselves.
 *
 * Reads the chain before it takes the row's lock, and starts over when the row moved meanwhile.
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
    return await reconcile(id, reportedStatus, tools);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || !CHAINS_FAULTS.has(refusal.code)) throw error;
    return { settled: false, why: refusal.message };
  }
};
