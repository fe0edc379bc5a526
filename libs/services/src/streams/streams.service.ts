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
    list: (query) => listStreams(query, context),
    async get(id, viewer) {
      const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
      return {
        stream: { ...toStreamView(history.stream, asOf), vaultId: await vaultSeenBy(history.stream, viewer, context) },
        claims: history.claims.map(toClaimView),
        events: toEventViews(history),
      };
    },
    preview: (input, caller) => previewStream(input, caller, context),
    create: (input, caller, origin, kept) => createStream(input, caller, origin, kept, context),
    schedule: (id, points) => streamSchedule(id, points, context),
    fundingInfo: (id) => fundingInfo(id, context),
    confirmFunding: (id, txHash) => confirmFunding(id, txHash, context),
    claimInfo: (id) => claimInfo(id, context),
    claim: (id, recipientAddress, caller, broadcast, feeRate) =>
      claimStream(id, { recipientAddress, caller, broadcast, feeRate }, context),
    confirmClaim: (id, txHash, claimedAmount) => confirmClaim(id, txHash, claimedAmount, context),
    cancel: (id, request, caller) => cancelStream(id, request, caller, context),
    confirmCancel: (id, txHash) => confirmCancel(id, txHash, context),
    refund: (id) => refundStream(id, context),
    push: (id, broadcast) => pushStream(id, broadcast, context),
  };
};
