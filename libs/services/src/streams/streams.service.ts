import { viewTime } from '../shared/chain-time.js';
import { vaultSeenBy } from '../vaults/linked-vault.js';
import { cancelStream } from './cancel/cancel-stream.js';
import { confirmCancel } from './cancel/confirm-cancel.js';
import { refundStream } from './cancel/refund-stream.js';
import { claimInfo, claimStream } from './claim/claim-stream.js';
import { confirmClaim } from './claim/confirm-claim.js';
import { pushStream } from './claim/push-stream.js';
import { createStream } from './create/create-stream.js';
import { previewStream } from './create/preview-stream.js';
import { confirmFunding } from './funding/confirm-funding.js';
import { fundingInfo } from './funding/funding-info.js';
import { loadHistory } from './load-stream.js';
import { listStreams } from './read/list-streams.js';
import { toEventViews } from './read/stream-events.js';
import { streamSchedule } from './read/stream-schedule.js';
import { toClaimView, toStreamView } from './read/stream-view.js';
import type { StreamContext } from './stream-context.js';
import type { StreamsService } from './streams.types.js';

/**
 * Builds the stream use cases over a database and a chain. Holds no state of its own: any number of replicas may serve.
 */
export const createStreamsService = (shared: Omit<StreamContext, 'serves'>): StreamsService => {
  const context: StreamContext = { ...shared, serves: 'stream' };
  return {
    list: (query) => listStreams(context, query),
    async get(id, viewer) {
      const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
      return {
        stream: { ...toStreamView(history.stream, asOf), vaultId: await vaultSeenBy(history.stream, viewer, context) },
        claims: history.claims.map(toClaimView),
        events: toEventViews(history),
      };
    },
    preview: (input, caller) => previewStream(context, input, caller),
    create: (input, caller, origin, kept) => createStream(context, input, caller, origin, kept),
    schedule: (id, points) => streamSchedule(context, id, points),
    fundingInfo: (id) => fundingInfo(context, id),
    confirmFunding: (id, txHash) => confirmFunding(context, id, txHash),
    claimInfo: (id) => claimInfo(context, id),
    claim: (id, recipientAddress, caller, broadcast, feeRate) =>
      claimStream(context, id, { recipientAddress, caller, broadcast, feeRate }),
    confirmClaim: (id, txHash, claimedAmount) => confirmClaim(context, id, txHash, claimedAmount),
    cancel: (id, request, caller) => cancelStream(context, id, request, caller),
    confirmCancel: (id, txHash) => confirmCancel(context, id, txHash),
    refund: (id) => refundStream(context, id),
    push: (id, broadcast) => pushStream(context, id, broadcast),
  };
};
