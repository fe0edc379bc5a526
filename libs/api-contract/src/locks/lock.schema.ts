import Type, { type Static } from 'typebox';
import { Answer, Integer, Named } from '../shared/fields.schema.js';
import { idParams, nextCursor } from '../shared/requests.schema.js';
import {
  buildRoute,
  callerOptional,
  callerRequired,
  confirmedFields,
  confirmRoute,
  confirmsOf,
  route,
} from '../shared/route.js';
import { ClaimBody, ClaimInfoResponse, ClaimResponse, ConfirmClaimBody } from '../streams/claim-stream.schema.js';
import { FundingReady, PushBody, PushResponse } from '../streams/funding-info.schema.js';
import {
  ListStreamsQuery,
  SchedulePoint,
  StreamClaim,
  StreamEvent,
  StreamScheduleQuery,
} from '../streams/read-streams.schema.js';
import { StreamDetail, StreamResource, StreamStatus } from '../streams/stream.schema.js';

/** Path parameters of a single lock. */
export const LockParams = idParams('lock');

export const ListLocksResponse = Answer('ListLocksResponse', 'A page of locks.', {
  locks: Type.Array(StreamDetail, { description: 'The newest first.' }),
  total: Integer('How many locks match, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListLocksResponse = Static<typeof ListLocksResponse>;

export const listLocks = route('locks', {
  operationId: 'listLocks',
  summary: 'List locks',
  description: 'As the list of streams, with its filters, and only those that are locks.',
  querystring: ListStreamsQuery,
  response: { 200: ListLocksResponse },
  errors: ['INVALID_ADDRESS'],
});

export const GetLockResponse = Answer('GetLockResponse', 'The lock, its payments and its events.', {
  lock: StreamDetail,
  claims: Type.Array(StreamClaim, { description: 'Every payment to the recipient.' }),
  events: Type.Array(StreamEvent, {
    description: 'What happened, the oldest first; kept when the chain takes a step back.',
  }),
});
export type GetLockResponse = Static<typeof GetLockResponse>;

export const getLock = route('locks', {
  operationId: 'getLock',
  summary: 'Get a lock with its payments and events',
  description: 'Open to everybody. Members of the private vault that it is linked to see its `vault_id`.',
  security: callerOptional,
  params: LockParams,
  response: { 200: GetLockResponse },
});

export const LockScheduleResponse = Answer('LockScheduleResponse', 'The lock and its curve.', {
  lock: StreamResource,
  schedule: Type.Array(SchedulePoint, { description: 'What is unlocked, from start to end.' }),
});

export const lockSchedule = route('locks', {
  operationId: 'getLockSchedule',
  summary: 'Get the curve of a lock',
  description:
    'Points between its start and its end, for a chart: what is unlocked at each time, as the contract computes it.',
  params: LockParams,
  querystring: StreamScheduleQuery,
  response: { 200: LockScheduleResponse },
});

export const lockFundingInfo = buildRoute('locks', {
  operationId: 'getLockFundingInfo',
  summary: 'Build the funding of a lock',
  description:
    'Only while the lock is PENDING. Holds the unsigned transaction for the sender, built from the coins the wallet has now. All that are handed out for a lock spend one coin, as long as the wallet has it, so that it is not funded twice. Where that coin was spent by a funding that was recorded as that of equal locks of the same sender, none is handed out any more: 409 with `details.recordedTxHash`.',
  params: LockParams,
  response: { 200: FundingReady },
  errors: ['RECORD_EXPIRED'],
});

export const lockClaimInfo = buildRoute('locks', {
  operationId: 'getLockClaimInfo',
  summary: 'See what a lock pays now',
  description:
    'The amount that can be paid now and the unsigned payment. Before the end, what is below a 64th of the total (and of 26,880 satoshis) takes a coin of the recipient; of BCH the amount includes the fee, at most 420 satoshis, where the lock pays it. When nothing is due, `claimableAmount` is 0 and `wcTransaction` is null.',
  params: LockParams,
  response: { 200: ClaimInfoResponse },
});

export const claimLock = buildRoute('locks', {
  operationId: 'claimLock',
  summary: 'Build a payment of a lock',
  description:
    'Only for the recipient: the header and `recipientAddress` both name them. Where the lock pays the fee nothing is to be signed (`signatureRequired: false`), and with `broadcast: true` it is sent at once. Smaller payments take a coin of the recipient, whose wallet signs.',
  security: callerRequired,
  params: LockParams,
  body: ClaimBody,
  response: { 200: ClaimResponse },
  errors: ['NOTHING_TO_CLAIM', 'BROADCAST_REJECTED'],
});

export const pushLock = route('locks', {
  operationId: 'pushLock',
  summary: 'Pay what is due to the recipient of a lock',
  description:
    'Builds, and with `broadcast` sends, the payment to the recipient that needs no signature: a 64th of the total at least, or all that is left from the end on.',
  params: LockParams,
  body: PushBody,
  response: { 200: PushResponse },
  errors: ['WRONG_STATE', 'NOTHING_TO_PUSH', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const LockConfirmResponse = Named('LockConfirmResponse', 'The transaction is on the chain and recorded.', {
  ...confirmedFields(StreamStatus),
  lock: StreamResource,
  claim: Type.Optional(StreamClaim),
});
export type LockConfirmResponse = Static<typeof LockConfirmResponse>;

const shared = { params: LockParams, response: { 200: LockConfirmResponse } };

export const confirmLockFunding = confirmsOf('locks', shared)(
  'confirmLockFunding',
  'funding of a lock',
  'The lock becomes ACTIVE. A funding that was handed out for equal locks of the same sender is theirs: 422 TX_MISMATCH with `details.record`.',
);

export const confirmLockClaim = confirmRoute('locks', {
  operationId: 'confirmLockClaim',
  summary: 'Confirm a payment of a lock',
  description:
    'Records the payment and what was withdrawn; the one that pays the rest makes the lock COMPLETED. `claimedAmount` is what left the lock, as claim-info says: of BCH with the fee that the lock paid.',
  body: ConfirmClaimBody,
  ...shared,
});
