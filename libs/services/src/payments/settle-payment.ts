import type { StreamRecord } from '@weir/infra';
import { ServiceError } from '../shared/service-error.js';
import { endNotice } from '../streams/cancel/end-notice.js';
import { syncStream } from '../streams/chain/sync-stream.js';
import { loadStream, wrongState } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';

const noPause = (payment: StreamRecord): ServiceError => wrongState(payment, ': there is no pause to settle');

/**
 * Sends the keyless settling of a pause whose notice is over: from then on nothing falls due. What fell due until then is
 * pushed before it.
 *
 * @returns the row with it
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const settlePayment = async (context: StreamContext, id: string): Promise<StreamRecord> => {
  const synced = await syncStream(context, await loadStream(context, id));
  if (synced.pause?.settled !== false) throw noPause(synced);
  const { stream } = await endNotice(context, synced);
  // The push may have paid the last period.
  if (stream.pause?.settled !== true) throw noPause(stream);
  return stream;
};

const UNSETTLED: ReadonlySet<string> = new Set([
  'NOTICE_NOT_OVER',
  'WRONG_STATE',
  'FEE_RATE_TOO_HIGH',
  'BROADCAST_REJECTED',
]);

/**
 * Whether a settling failed for reasons of its one payment, so that it holds up no other: its notice runs, the push before it
 * paid the last period, nodes ask more than its contract may pay, or somebody else was faster.
 */
export const isUnsettled = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && UNSETTLED.has(error.code);
