import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { NoFields, RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { TransactionHash } from '../shared/text.schema.js';
import { ProposalResource } from './proposal.schema.js';
import { ProposalParams } from './vault-params.schema.js';
import { ProposalStatus } from './vault-words.schema.js';
import { VaultResource } from './vault.schema.js';

const GUARDED = [
  'INVALID_ADDRESS',
  'CALLER_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'WRONG_STATE',
  'CHAIN_UNAVAILABLE',
  ...BODY_ERRORS,
] as const;

export const ExecuteResponse = Type.Object(
  {
    success: Success(),
    message: Type.String(),
    txHex: Type.String({ description: 'The complete, signed transaction as hex: broadcast it.' }),
    txHash: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    proposal: ProposalResource,
  },
  { title: 'ExecuteResponse', description: 'The signed transaction.' },
);
export type ExecuteResponse = Static<typeof ExecuteResponse>;

export const executeProposal = {
  operationId: 'executeProposal',
  tags: ['proposals'],
  summary: 'Get the signed transaction of an approved proposal',
  description:
    'For the creator and the signers, once two signatures are in. The transaction was run in a virtual machine with the rules of the network. Broadcast it (POST /api/transactions/broadcast), then `confirm-execute`.',
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ExecuteResponse, ...errorResponses(...GUARDED, 'PROPOSAL_STALE', 'RECORD_EXPIRED') },
} as const satisfies RouteSchema;

export const ConfirmExecuteBody = RequestBody({ txHash: TransactionHash('Hash of the broadcast transaction.') });

export const ConfirmExecuteResponse = Type.Object(
  {
    success: Success(),
    message: Type.String(),
    txHash: Type.String(),
    status: ProposalStatus,
    state: Type.Literal('confirmed', {
      description: 'That this service has verified and recorded it; how deep it stands on the chain, `finality` says.',
    }),
    confirmations: Type.Integer({ description: 'Blocks on the transaction, 0 in the mempool.' }),
    finality: Type.Enum(['mempool', 'mined', 'final'], { description: '`final` from 10 blocks on.' }),
    proposal: ProposalResource,
    vault: VaultResource,
  },
  { title: 'ConfirmExecuteResponse', description: 'The transaction is on the chain and recorded.' },
);
export type ConfirmExecuteResponse = Static<typeof ConfirmExecuteResponse>;

export const confirmExecute = {
  operationId: 'confirmProposalExecution',
  tags: ['proposals'],
  summary: 'Confirm that a proposal was carried out',
  description:
    'The transaction is verified on the chain; the proposal becomes EXECUTED, others that needed its coins STALE, and the records that it opens, cancels, pauses or resumes what it made of them. The same hash again answers the same success.',
  security: callerRequired,
  params: ProposalParams,
  body: ConfirmExecuteBody,
  response: {
    200: ConfirmExecuteResponse,
    ...errorResponses(...GUARDED, 'TX_NOT_FOUND', 'TX_REPLACED', 'TX_UNCONFIRMED', 'HASH_ALREADY_USED', 'TX_MISMATCH'),
  },
} as const satisfies RouteSchema;
