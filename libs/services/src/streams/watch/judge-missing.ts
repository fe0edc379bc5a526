import {
  TransactionNotFoundError,
  type ChainReader,
  type ChainTransaction,
  type RollbackCause,
  type TransitionRecord,
} from '@weir/infra';
import type { MissingTransactions } from '../../shared/watch/missing-transactions.js';
import { blockOf } from '../chain/record-lineage.js';
import { readActiveChain, type ActiveChain } from './active-chain.js';
import type { FundingInputs } from './funding-inputs.js';
import type { KnownSpends } from './known-spends.js';
import type { Reading, ReadingTools } from './reading.js';

/** The verdict on a recorded step that its script's history does not show. */
export type MissingVerdict =
  /** The chain has taken it back. */
  | { readonly gone: true; readonly cause: RollbackCause & { readonly height: number } }
  /** Not certain: wait, and change nothing. */
  | { readonly gone: false; readonly why: string };

/** The dependencies of judging a missing step. */
export interface JudgeTools extends ReadingTools {
  /** The servers themselves, for whether they still have a transaction: `context` may keep what it read of them. */
  readonly servers: Pick<ChainReader, 'transaction'>;
  readonly missing: MissingTransactions;
  readonly spends: KnownSpends;
  readonly fundings: FundingInputs;
}

const stays = (why: string): MissingVerdict => ({ gone: false, why });

const find = async (chain: Pick<ChainReader, 'transaction'>, txid: string): Promise<ChainTransaction | undefined> => {
  try {
    return await chain.transaction(txid);
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  }
};

/** Why the block a step was mined in may still stand, or undefined when the chain has another block in its place. */
const whyBlockStands = ({ block }: TransitionRecord, active: ActiveChain): string | undefined => {
  if (block === null || active.replaces(block)) return undefined;
  return active.holds(block)
    ? 'The block that holds it stands, so the history is hidden'
    : 'The tip is below the block that holds it';
};

/** The transaction that spends what a step spent, if the history shows one; of a funding, if its wallet's does. */
const findRival = async (
  step: TransitionRecord,
  { history }: Reading,
  { context, spends, fundings }: JudgeTools,
): Promise<ChainTransaction | undefined> => {
  if (step.spent === null) return fundings.findRival(context.chain, step.txHash);
  const rival = await spends.findSpender(
    step.spent,
    history.map(({ txid }) => txid),
  );
  return rival === undefined ? undefined : find(context.chain, rival);
};

/**
 * Judges the first recorded step that its script's history does not show. An empty or shorter history, a lower tip,
 * errors and silence are no signs. A step is gone when the chain, the one to the highest tip seen, has another block in
 * the place of the one that held it, if one did, and
 *
 * - a transaction in a block of this chain spends what it spent, or
 * - a transaction in the mempool does, and every server that can be reached denies knowing the step, or
 * - all of them have denied it several times in a row, some time apart ({@link MissingTransactions}).
 *
 * @throws ChainUnavailableError
 */
export const judgeMissing = async (
  step: TransitionRecord,
  reading: Reading,
  tools: JudgeTools,
): Promise<MissingVerdict> => {
  const { context, missing } = tools;
  const { id } = reading.stream;
  if (step.final) return stays('It is final, so the history is hidden');
  const later = reading.steps.some(({ sequence, txHash }) => sequence > step.sequence && reading.listed.has(txHash));
  if (later) return stays('A later step is there, so the history is not whole');
  const rival = await findRival(step, reading, tools);
  const rivalBlock = rival === undefined ? null : blockOf(rival);
  const active = await readActiveChain(context.chain, [step.block, rivalBlock]);
  const blockStands = whyBlockStands(step, active);
  if (blockStands !== undefined) return stays(blockStands);

  const height = active.tipHeight;
  const replaced: MissingVerdict | undefined = rival && {
    gone: true,
    cause: { reason: 'replaced', replacedBy: rival.txid, height },
  };
  if (replaced !== undefined && rivalBlock !== null && active.holds(rivalBlock)) return replaced;
  if ((await find(tools.servers, step.txHash)) !== undefined) {
    missing.clear(id);
    return stays('A server knows it');
  }
  if (replaced !== undefined) return replaced;
  if (!missing.recordDenial(id, step.txHash)) return stays('All servers deny it; asking again');
  return { gone: true, cause: { reason: 'vanished', replacedBy: null, height } };
};
