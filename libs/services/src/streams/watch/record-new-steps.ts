import type { ContractState } from '@weir/covenants';
import { contractStateOf } from '../chain/find-clock.js';
import { readStep, recordSteps, type LineageStep } from '../chain/record-lineage.js';
import type { JudgeTools } from './judge-missing.js';
import type { Reading, ReconcileOutcome } from './reading.js';

/** Transactions of a history that are not recorded and can spend the present state or what follows it. */
const candidates = ({ stream, steps, history, listed }: Reading): string[] => {
  const recorded = new Set(steps.map(({ txHash }) => txHash));
  const since = stream.state === null ? 0 : (listed.get(stream.state.txid)?.height ?? 0);
  return history
    .filter(({ txid, height }) => !recorded.has(txid) && (height <= 0 || (since > 0 && height >= since)))
    .map(({ txid }) => txid);
};

const findSteps = async (
  reading: Reading,
  from: ContractState,
  { context, spends }: JudgeTools,
): Promise<LineageStep[]> => {
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
      throw new Error(`Transaction ${spender} spends the state of stream ${stream.id} in no way its contract knows`);
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
export const recordNewSteps = async (reading: Reading, tools: JudgeTools): Promise<ReconcileOutcome> => {
  const { context } = tools;
  const from = reading.stream.state;
  const start = await contractStateOf(context, reading.stream);
  const steps = start === undefined ? [] : await findSteps(reading, start, tools);
  if (from === null || steps.length === 0) return 'unchanged';
  await context.streams.withStream(reading.stream.id, async (scope) => {
    const { state } = scope.stream;
    const isThere = state?.txid === from.txid && state.vout === from.vout;
    if (isThere) await recordSteps(scope, steps, { confirmed: false, now: context.now() });
  });
  return 'changed';
};
