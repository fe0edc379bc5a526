import { viewTime } from '../shared/chain-time.js';
import { vaultSeenBy } from '../shared/linked-vault.js';
import { cancelStream } from './cancel-stream.js';
import { claimInfo, claimStream } from './claim-stream.js';
import { confirmCancel } from './confirm-cancel.js';
import { confirmClaim } from './confirm-claim.js';
import { confirmFunding } from './confirm-funding.js';
import { createStream } from './create-stream.js';
import { fundingInfo } from './funding-info.js';
import { listStreams } from './list-streams.js';
import { loadHistory } from './load-stream.js';
import { previewStream } from './preview-stream.js';
import { pushStream } from './push-stream.js';
import { refundStream } from './refund-stream.js';
import type { StreamContext } from './stream-context.js';
import { toEventViews } from './stream-events.js';
import { streamSchedule } from './stream-schedule.js';
import { toClaimView, toStreamView } from './stream-view.js';
import type { StreamsService } from './streams.types.js';

/** The stream use cases over a database and a chain. Holds no state of its own: any number of replicas may serve. */
export const createStreamsService = (shared: StreamContext): StreamsService => {
  const context: StreamContext = { ...shared, product: 'stream' };
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
    create: (input, caller, origin) => createStream(input, caller, origin, context),
    schedule: (id, points) => streamSchedule(id, points, context),
    fundingInfo: (id) => fundingInfo(id, context),
    confirmFunding: (id, txHash) => confirmFunding(id, txHash, context),
    claimInfo: (id) => claimInfo(id, context),
    claim: (id, recipientAddress, caller) => claimStream(id, recipientAddress, caller, context),
    confirmClaim: (id, txHash, claimedAmount) => confirmClaim(id, txHash, claimedAmount, context),
    cancel: (id, request, caller) => cancelStream(id, request, caller, context),
    confirmCancel: (id, txHash) => confirmCancel(id, txHash, context),
    refund: (id) => refundStream(id, context),
    push: (id, broadcast) => pushStream(id, broadcast, context),
  };
};
