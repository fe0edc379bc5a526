import type { ChainTransaction, NewTransition, TransitionRecord } from '@weir/infra';
import { blockOf } from './lineage.js';

/** A locked record whose steps have blocks. */
interface BlockScope {
  setBlock(txHash: string, block: NewTransition['block']): Promise<unknown>;
  finaliseUpTo(sequence: number): Promise<unknown>;
}

/** Whether the block and the finality of the last step are as recorded. @param last undefined where all steps are final */
export const isBlockNoted = (last: ChainTransaction | undefined, recorded: readonly TransitionRecord[]): boolean =>
  last === undefined || (last.finality !== 'final' && recorded.at(-1)?.block?.hash === last.blockHash);

/** Notes the last step's block; ten blocks deep, all steps are final. */
export const noteBlock = async (
  scope: BlockScope,
  last: ChainTransaction | undefined,
  recorded: readonly TransitionRecord[],
): Promise<void> => {
  const step = recorded.find(({ txHash }) => txHash === last?.txid);
  if (last === undefined || step === undefined) return;
  if (step.block?.hash !== last.blockHash) await scope.setBlock(last.txid, blockOf(last));
  if (last.finality === 'final') await scope.finaliseUpTo(step.sequence);
};
