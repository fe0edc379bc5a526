import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { NoFields, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { ProposalResource, ProposalResponse } from './proposal.schema.js';
import { ProposalParams } from './vault-words.schema.js';

export const ApproveResponse = Type.Object(
  {
    success: Success(),
    proposal: ProposalResource,
    rebuilt: Type.Boolean({
      description: 'Whether a stale proposal was built anew just now: who signed before has to sign again.',
    }),
    wcTransaction: WcTransaction,
  },
  { title: 'ApproveResponse', description: 'The proposal to sign, for this signer.' },
);
export type ApproveResponse = Static<typeof ApproveResponse>;

export const approveProposal = buildRoute({
  operationId: 'approveProposal',
  tags: ['proposals'],
  summary: 'Approve a proposal',
  description:
    "Only for signers. Gives the transaction with this signer's placeholders; have it signed, and send it to `signatures`. A STALE proposal is built anew first. Signers may approve at the same time.",
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ApproveResponse },
  errors: ['INVALID_AMOUNT', 'RECORD_EXPIRED', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED'],
});

export const SignaturesBody = RequestBody({
  signedTransaction: Type.String({
    minLength: 2,
    maxLength: 200_000,
    description: 'What the wallet returned for the transaction of `approve`, as hex.',
    examples: ['0200'],
  }),
});

export const submitSignature = route({
  operationId: 'submitProposalSignature',
  tags: ['proposals'],
  summary: 'Send a signature of a proposal',
  description:
    "Only for signers. The signature is verified; with the second one the proposal is APPROVED. Signing takes back one's rejection.",
  security: callerRequired,
  params: ProposalParams,
  body: SignaturesBody,
  response: { 200: ProposalResponse },
  errors: ['WRONG_STATE', 'PROPOSAL_STALE', 'TX_MISMATCH', 'PROPOSAL_SIGNATURE_INVALID'],
});

export const rejectProposal = route({
  operationId: 'rejectProposal',
  tags: ['proposals'],
  summary: 'Reject a proposal',
  description:
    "For signers and who made it. It is REJECTED once two signers are against it, or at once by who made it; one signer's rejection is noted, and cannot stop the other two.",
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ProposalResponse },
  errors: ['WRONG_STATE'],
});
