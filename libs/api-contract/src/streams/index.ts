export { Onchain } from './stream.schema.js';
export { cancelStream, type CancelResponse } from './cancel-stream.schema.js';
export { claimInfo, claimStream, type ClaimInfoResponse, type ClaimResponse } from './claim-stream.schema.js';
export { confirmCancel, confirmClaim, confirmFunding, type ConfirmResponse } from './confirm-stream.schema.js';
export { CreateStreamBody } from './create-stream-body.schema.js';
export { createStream, type CreateStreamResponse } from './create-stream.schema.js';
export {
  fundingInfo,
  type FundingInfoResponse,
  type FundingPreparation,
  type FundingReady,
} from './funding-info.schema.js';
export { getStream, type GetStreamResponse } from './get-stream.schema.js';
export { pushStream, refundStream, type PushResponse, type RefundResponse } from './keyless-stream.schema.js';
export { listStreams, ListStreamsQuery, type ListStreamsResponse } from './list-streams.schema.js';
export { previewStream, type PreviewStreamResponse } from './preview-stream.schema.js';
export { StreamClaim } from './stream-claim.schema.js';
export { StreamEvent } from './stream-event.schema.js';
export { streamSchedule, type StreamScheduleResponse } from './stream-schedule.schema.js';
export { StreamStatus, StreamType, TokenTypeInput } from './stream-words.schema.js';
export { StreamResource, StreamTerms } from './stream.schema.js';
