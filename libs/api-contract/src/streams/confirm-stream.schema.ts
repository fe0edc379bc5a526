import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { ConfirmBody, confirmedFields, confirmRoute } from '../shared/confirmation.schema.js';
import { TransactionHash } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { StreamClaim } from './stream-claim.schema.js';
import { StreamParams, StreamStatus } from './stream-words.schema.js';
import { StreamResource } from './stream.schema.js';

export const ConfirmClaimBody = RequestBody({
  claimedAmount: AmountInput('What the claim paid; compared with the chain.'),
  txHash: TransactionHash('Hash of the broadcast claim.'),
});

export const ConfirmResponse = Type.Object(
  {
    ...confirmedFields(StreamStatus),
    stream: StreamResource,
    claim: Type.Optional(StreamClaim),
  },
  { title: 'ConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type ConfirmResponse = Static<typeof ConfirmResponse>;

const response = { 200: ConfirmResponse };

export const confirmFunding = confirmRoute({
  operationId: 'confirmStreamFunding',
  tags: ['streams'],
  summary: 'Confirm the funding of a stream',
  description: 'The stream becomes ACTIVE.',
  params: StreamParams,
  body: ConfirmBody,
  response,
});

export const confirmClaim = confirmRoute({
  operationId: 'confirmStreamClaim',
  tags: ['streams'],
  summary: 'Confirm a claim',
  description:
    'Records the claim and what was withdrawn; the claim that completes the total makes the stream COMPLETED.',
  params: StreamParams,
  body: ConfirmClaimBody,
  response,
});

export const confirmCancel = confirmRoute({
  operationId: 'confirmStreamCancel',
  tags: ['streams'],
  summary: 'Confirm the cancel of a stream',
  description: 'The stream becomes CANCELLED; the rest returns to the sender after the notice.',
  params: StreamParams,
  body: ConfirmBody,
  response,
});
