import { ChainUnavailableError, TransactionNotFoundError, type ScriptReading, type StreamRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { judgeMissing, type JudgeTools } from './judge-missing.js';
import { noteBlocks } from './note-blocks.js';
import { readStream, type Reading, type ReconcileOutcome } from './reading.js';
import { recordNewSteps } from './record-new-steps.js';
import { restoreFunding } from './restore-funding.js';
import { rollBackStream } from './roll-back-stream.js';

/** The result of bringing a record up to the chain. */
export type Reconciliation =
  /** The record is what the script's history shows. */
  | { readonly settled: true; readonly stream: StreamRecord; readonly reading: ScriptReading }
  /**
   * The servers do not show clearly what happened: ask again. `standing` is the record, where its state is certainly unspent
   * whatever the history hides.
   */
  | { readonly settled: false; readonly why: string; readonly standing?: StreamRecord };

/** How many looks in a row, while each one changes something. */
const MAX_LOOKS = 8;

const look = async (reading: Reading, tools: JudgeTools): Promise<ReconcileOutcome> => {
  const missing = reading.steps.find(({ txHash }) => !reading.listed.has(txHash));
  if (missing !== undefined) {
    const verdict = await judgeMissing(missing, reading, tools);
    return verdict.gone ? rollBackStream(tools.context, reading, missing, verdict.cause) : { wait: verdict.why };
  }
  tools.doubts.clear(reading.stream.id);
  const blocks = await noteBlocks(reading, tools);
  if (blocks !== 'unchanged') return blocks;
  const isOneMoment = reading.steps.every(
    ({ txHash, block }) => Math.max(0, reading.listed.get(txHash)?.height ?? 0) === (block?.height ?? 0),
  );
  if (!isOneMoment) return { wait: 'The history and the transactions are of different moments' };
  return reading.stream.status === 'PENDING' ? restoreFunding(tools.context, reading) : recordNewSteps(reading, tools);
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

const reconcile = async (id: string, told: string | null | undefined, tools: JudgeTools): Promise<Reconciliation> => {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const reading = await readStream(id, told, tools);
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

/** Whether the chain could not be read, or changed meanwhile: nothing is wrong with the record. */
const isChainsFault = (error: unknown): error is Error =>
  error instanceof ChainUnavailableError ||
  error instanceof TransactionNotFoundError ||
  (error instanceof ServiceError && (error.code === 'CHAIN_UNAVAILABLE' || error.code === 'TX_NOT_FOUND'));

/**
 * Brings a stored stream up to its script's history: rolls back steps that the chain has dropped
 * ({@link judgeMissing}), stores the blocks of those that were mined or moved, records those made by others, and a lost funding
 * that has come back. Changes nothing where the servers are silent, lag or contradict themselves.
 *
 * Reads the chain before it takes the row's lock, and starts over when the row moved meanwhile.
 *
 * @param told the script's status that the server reported last; undefined where it reported none
 * @throws ServiceError NOT_FOUND
 * @throws DatabaseUnavailableError
 */
export const reconcileStream = async (
  id: string,
  told: string | null | undefined,
  tools: JudgeTools,
): Promise<Reconciliation> => {
  try {
    return await reconcile(id, told, tools);
  } catch (error) {
    if (!isChainsFault(error)) throw error;
    return { settled: false, why: error.message };
  }
};
