import type { PendingAction } from './pending.js';

/** Outcome of a resumed action: recorded, void because another transaction came first, or refused. */
export type Outcome = 'recorded' | 'overtaken' | 'refused';

/** An action that outlived its page, and what became of it. */
export interface ResumedAction {
  readonly action: PendingAction;
  readonly state: 'waiting' | Outcome;
}

/**
 * Returns what is on show with a new state of an action.
 *
 * @param shown undefined where the action is no longer pending: it waits no more, but an outcome that is on show stays. It may have
 * come just before another look at what is pending, as one begins when the wallet has reconnected.
 */
export const shownWith = (
  before: readonly ResumedAction[],
  txHash: string,
  shown: ResumedAction | undefined,
): readonly ResumedAction[] => {
  if (shown === undefined)
    return before.filter(({ action, state }) => action.pending.txHash !== txHash || state !== 'waiting');
  return [...before.filter(({ action }) => action.pending.txHash !== txHash), shown];
};
