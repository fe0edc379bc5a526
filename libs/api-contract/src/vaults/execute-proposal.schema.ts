import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { CONFIRM_ERRORS, ConfirmBody, confirmedFields } from '../shared/confirmation.schema.js';
import { Success } from '../shared/fields.schema.js';
import { NoFields } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { ProposalResource } from './proposal.schema.js';
import { ProposalParams, ProposalStatus } from './vault-words.schema.js';
import { VaultResource } from './vault.schema.js';

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

export const executeProposal = route({
  operationId: 'executeProposal',
  tags: ['proposals'],
  summary: 'Get the signed transaction of an approved proposal',
  description:
    'For the creator and the signers, once two signatures are in. The transaction was run in a virtual machine with the rules of the network. Broadcast it (POST /api/transactions/broadcast), then `confirm-execute`.',
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ExecuteResponse },
  errors: ['WRONG_STATE', 'CHAIN_UNAVAILABLE', 'PROPOSAL_STALE', 'RECORD_EXPIRED'],
});

export const ConfirmExecuteResponse = Type.Object(
  {
    ...confirmedFields(ProposalStatus),
    proposal: ProposalResource,
    vault: VaultResource,
  },
  { title: 'ConfirmExecuteResponse', description: 'The transaction is on the chain and recorded.' },
);
export type ConfirmExecuteResponse = Static<typeof ConfirmExecuteResponse>;

export const confirmExecute = route({
  operationId: 'confirmProposalExecution',
  tags: ['proposals'],
  summary: 'Confirm that a proposal was carried out',
  description:
    'The transaction is verified on the chain; the proposal becomes EXECUTED, others that needed its coins STALE, and the records that it opens, cancels, pauses or resumes what it made of them. The same hash again answers the same success.',
  security: callerRequired,
  params: ProposalParams,
  body: ConfirmBody,
  response: { 200: ConfirmExecuteResponse },
  errors: [...CONFIRM_ERRORS],
});
