import type { ChainTransaction, TransitionRecord } from '@weir/infra';
import { blockOf } from '../chain/record-lineage.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';
import type { JudgeTools } from './judge-missing.js';
import type { Reading, ReconcileOutcome } from './reading.js';
import { refreshNotices } from './refresh-notices.js';

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
export const noteBlocks = async (
  { stream, steps }: Reading,
  { context, fundings }: Pick<JudgeTools, 'context' | 'fundings'>,
): Promise<ReconcileOutcome> => {
  const unfinal = steps.filter(({ final }) => !final);
  const found = await context.chain.transactions(unfinal.map(({ txHash }) => txHash));
  unfinal.forEach(({ kind }, i) => {
    const transaction = found[i];
    if (kind === 'fund' && transaction !== undefined) fundings.note(transaction);
  });
  const moved = unfinal.flatMap((step, i) => {
    const transaction = found[i];
    return transaction !== undefined && hasMoved({ step, transaction }) ? [{ step, transaction }] : [];
  });
  if (moved.length === 0) return 'unchanged';
  if (!(await isOnChain(context, moved)))
    return { wait: 'A step is shown in a block that the chain does not hold, or outside its own, which stands' };
  await context.streams.withStream(stream.id, async (scope) => {
    for (const { transaction } of moved) await scope.setBlock(transaction.txid, blockOf(transaction));
    await refreshNotices(scope);
  });
  return 'changed';
};
