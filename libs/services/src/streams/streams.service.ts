import { bindUseCases } from '../shared/bind-use-cases.js';
import { cancelStream } from './cancel/cancel-stream.js';
import { refundStream } from './cancel/end-notice.js';
import { claimInfo, claimStream } from './claim/claim-stream.js';
import { pushStream } from './claim/push-stream.js';
import { confirmCancel, confirmClaim, confirmFunding } from './confirm-stream.js';
import { createLock, previewLock } from './create/create-lock.js';
import { createStream, previewStream } from './create/create-stream.js';
import { reviewOcf } from './create/review-ocf.js';
import { fundingInfo } from './funding/funding-info.js';
import { getStream, listStreams } from './read/read-streams.js';
import { streamSchedule } from './read/stream-schedule.js';
import type { StreamContext } from './stream-context.js';

/**
 * Builds the use cases of streams, which locks are as well, over a database and a chain. Holds no state of its own: any number of replicas may serve. `caller` is
 * the authenticated (or, in header mode, claimed) cash address.
 */
export const createStreamsService = (shared: Omit<StreamContext, 'serves'>) => {
  const context: StreamContext = { ...shared, serves: 'stream' };
  return bindUseCases(context, {
    list: listStreams,
    get: getStream,
    preview: previewStream,
    create: createStream,
    reviewOcf,
    previewLock,
    createLock,
    schedule: streamSchedule,
    fundingInfo,
    confirmFunding,
    claimInfo,
    claim: claimStream,
    confirmClaim,
    cancel: cancelStream,
    confirmCancel,
    refund: refundStream,
    push: pushStream,
  });
};

export type StreamsService = ReturnType<typeof createStreamsService>;
