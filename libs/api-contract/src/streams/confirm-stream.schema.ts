import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { TransactionHash } from '../shared/text.schema.js';
import { StreamClaim } from './stream-claim.schema.js';
import { StreamParams } from './stream-params.schema.js';
import { StreamStatus } from './stream-words.schema.js';
import { StreamResource } from './stream.schema.js';

export const ConfirmBody = RequestBody({ txHash: TransactionHash('Hash of the broadcast transaction.') });

export const ConfirmClaimBody = RequestBody({
  claimedAmount: AmountInput('What the claim paid; compared with the chain.'),
  txHash: TransactionHash('Hash of the broadcast claim.'),
});

export const ConfirmResponse = Type.Object(
  {
    success: Success(),
    message: Type.String(),
    txHash: Type.String(),
    status: StreamStatus,
    state: Type.Literal('confirmed', {
      description: 'That this service has verified and recorded it; how deep it stands on the chain, `finality` says.',
    }),
    confirmations: Type.Integer({ description: 'Blocks on the transaction, 0 in the mempool.' }),
    finality: Type.Enum(['mempool', 'mined', 'final'], { description: '`final` from 10 blocks on.' }),
    stream: StreamResource,
    claim: Type.Optional(StreamClaim),
  },
  { title: 'ConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type ConfirmResponse = Static<typeof ConfirmResponse>;

/** Part of the description of every confirm route. */
export const IDEMPOTENT =
  'The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.';

const response = {
  200: ConfirmResponse,
  ...errorResponses(
    'NOT_FOUND',
    'WRONG_STATE',
    'TX_NOT_FOUND',
    'TX_REPLACED',
    'TX_UNCONFIRMED',
    'HASH_ALREADY_USED',
    'TX_MISMATCH',
    'CHAIN_UNAVAILABLE',
    ...BODY_ERRORS,
  ),
};

export const confirmFunding = {
  operationId: 'confirmStreamFunding',
  tags: ['streams'],
  summary: 'Confirm the funding of a stream',
  description: `The stream becomes ACTIVE. ${IDEMPOTENT}`,
  params: StreamParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;

export const confirmClaim = {
  operationId: 'confirmStreamClaim',
  tags: ['streams'],
  summary: 'Confirm a claim',
  description: `Records the claim and what was withdrawn; the claim that completes the total makes the stream COMPLETED. ${IDEMPOTENT}`,
  params: StreamParams,
  body: ConfirmClaimBody,
  response,
} as const satisfies RouteSchema;

export const confirmCancel = {
  operationId: 'confirmStreamCancel',
  tags: ['streams'],
  summary: 'Confirm the cancel of a stream',
  description: `The stream becomes CANCELLED; the rest returns to the sender after the notice. ${IDEMPOTENT}`,
  params: StreamParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;
