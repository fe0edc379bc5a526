import type { RollbackCause, TransitionRecord } from '@weir/infra';
import type { StreamContext } from '../stream-context.js';
import type { Reading, ReconcileOutcome } from './reading.js';
import { refreshNotices } from './refresh-notices.js';

/** Undoes a step and all after it, unless somebody else just did: the row is as it was before, and the events say why. */
export const rollBackStream = (
  { streams }: StreamContext,
  { stream }: Reading,
  from: TransitionRecord,
  cause: RollbackCause & { readonly height: number },
): Promise<ReconcileOutcome> =>
  streams.withStream<ReconcileOutcome>(stream.id, async (scope) => {
    const recorded = (await scope.transitions()).find(({ sequence }) => sequence === from.sequence);
    if (recorded?.txHash === from.txHash) {
      await scope.rollbackFrom(from.sequence, cause);
      // The row's block of a cancel may be outdated.
      await refreshNotices(scope);
    }
    return 'changed';
  });
