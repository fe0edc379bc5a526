import {
  type ChainReader,
  type ChainTransaction,
  findTransaction,
  type RollbackCause,
  spenderOf,
  type TransitionRecord,
} from '@weir/infra';

/** Gives the lock of the coin that a step spent. */
type ScriptOf = (step: TransitionRecord) => Uint8Array;

/** What the chain shows of the recorded steps. */
export type RecordedCheck =
  | { readonly lost: false; /** The last step's, unless it is final. */ readonly last: ChainTransaction | undefined }
  | {
      readonly lost: true;
      /** The first step that is gone. */ readonly sequence: number;
      /** With the tip's height. */ readonly cause: RollbackCause & { readonly height: number };
    };

/** Why a step is gone: what it spent is spent by another transaction, or the step has vanished. */
const causeOf = async (step: TransitionRecord, scriptOf: ScriptOf, chain: ChainReader): Promise<RollbackCause> => {
  const { txHash, spent } = step;
  const spender = spent && (await spenderOf(chain, spent, scriptOf(step)));
  return spender && spender.txid !== txHash
    ? { reason: 'replaced', replacedBy: spender.txid }
    : { reason: 'vanished', replacedBy: null };
};

/**
 * Checks that the recorded steps still exist: a reorganisation or a double spend may have removed some. An existing
 * step proves all before it, so the last one is checked first. Final steps are not checked.
 *
 * @throws ChainUnavailableError
 */
export const checkRecorded = async (
  scriptOf: ScriptOf,
  recorded: readonly TransitionRecord[],
  chain: ChainReader,
): Promise<RecordedCheck> => {
  let firstLost: TransitionRecord | undefined;
  for (const step of recorded.filter(({ final }) => !final).toReversed()) {
    const transaction = await findTransaction(chain, step.txHash);
    if (transaction !== undefined && firstLost === undefined) return { lost: false, last: transaction };
    if (transaction !== undefined) break;
    firstLost = step;
  }
  if (firstLost === undefined) return { lost: false, last: undefined };
  const [cause, { height }] = await Promise.all([causeOf(firstLost, scriptOf, chain), chain.tip()]);
  return { lost: true, sequence: firstLost.sequence, cause: { ...cause, height } };
};
