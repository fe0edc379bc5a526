import type { ChainTransaction, TransitionRecord } from '@weir/infra';
import { blockOf } from '../streams/record-lineage.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { Look, Reading } from './reading.js';
import { refreshRefund } from './refresh-refund.js';

/** Whether the chain has another block, or none yet, in the place of the one that held a step. */
const isUnmined = async ({ block }: TransitionRecord, { chain }: StreamContext): Promise<boolean> => {
  if (block === null) return true;
  const header = await chain.header(block.height);
  return header !== undefined && header.hash !== block.hash;
};

const hasMoved = ({ block }: TransitionRecord, transaction: ChainTransaction): boolean => {
  const now = blockOf(transaction);
  return now?.hash !== block?.hash || now?.height !== block?.height;
};

/**
 * Notes the blocks, proven, of steps that were mined, mined anew by a reorganisation, or are back in the mempool. A block
 * is let go only when the chain has another one in its place.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when a step has gone since it was listed
 */
export const noteBlocks = async ({ stream, steps, listed }: Reading, context: StreamContext): Promise<Look> => {
  const unfinal = steps.filter(({ final }) => !final);
  const found = new Map((await context.chain.transactions(unfinal.map(({ txHash }) => txHash))).map((each) => [each.txid, each]));
  const moved: ChainTransaction[] = [];
  for (const step of unfinal) {
    const transaction = found.get(step.txHash);
    if (transaction === undefined) continue;
    if (Math.max(0, listed.get(step.txHash)?.height ?? 0) !== (transaction.height ?? 0)) return { wait: 'The history and the transactions are of different moments' };
    if (!hasMoved(step, transaction)) continue;
    if (!(await isUnmined(step, context))) return { wait: 'A step is shown in another block, and its own still stands' };
    moved.push(transaction);
  }
  if (moved.length === 0) return 'unchanged';
  await context.streams.withStream(stream.id, async (scope) => {
    for (const transaction of moved) await scope.setBlock(transaction.txid, blockOf(transaction));
    await refreshRefund(scope);
  });
  return 'changed';
};
