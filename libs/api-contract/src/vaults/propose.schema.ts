import Type, { type Static } from 'typebox';
import { MAX_DESCRIPTION_LENGTH, MAX_PAYEES, MAX_PURSE_PERIOD } from '@weir/kinds';
import {
  Address,
  AmountInput,
  Answer,
  Flag,
  Integer,
  MAX_ADDRESS_LENGTH,
  MAX_TRANSACTION_HEX,
  Named,
  PartyAddress,
  PLAIN_TEXT,
  Text,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import {
  buildRoute,
  callerLenient,
  callerRequired,
  CONFIRM_ERRORS,
  ConfirmBody,
  confirmedFields,
  route,
} from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { tokenInput } from '../streams/stream.schema.js';
import { delayBlocks } from './create-vault.schema.js';
import { ProposalResource, ProposalResponse } from './proposal.schema.js';
import { ProposalKindInput, ProposalParams, ProposalStatus, VaultParams, VaultResource } from './vault.schema.js';

const amount = Type.Unsafe<number | string | null>({
  ...AmountInput(
    'What is paid, put into a purse, or added by a topup; required for a spend but of an outpoint, for a topup, and where a purse is opened.',
  ),
  type: ['number', 'string', 'null'],
});

const id = Uuid();

/** As many as fit one transaction. */
const ids = (of: string) =>
  optional(Type.Array(id, { minItems: 1, maxItems: 100, description: `Ids of ${of}; of an opening exactly one.` }));

const Allowance = RequestBody(
  {
    spender: Address('Whose key pays out of the purse alone. May be a signer.'),
    payees: optional(
      Type.Array(PartyAddress('A payee.'), {
        minItems: 1,
        maxItems: MAX_PAYEES,
        description: 'Who may be paid, all different. Required unless `paysAnybody` is true.',
      }),
    ),
    paysAnybody: optional(Flag('Whether anybody may be paid. Default false.')),
    limit: AmountInput(
      'What may leave the purse at once, and again over each period: fees included, so of BCH at least 0.0001.',
    ),
    periodBlocks: Type.Integer({
      minimum: 1,
      maximum: MAX_PURSE_PERIOD,
      description: 'Blocks in which the limit refills: 144 are about a day, 1,008 a week.',
    }),
  },
  { description: 'The purse that an `allowance` opens; `amount` is what is put in.' },
);

const Exchange = RequestBody(
  {
    leaves: optional(Address('The signer whose seat is given to another. The other two sign.')),
    joins: optional(Address('Who takes the seat; with `leaves`.')),
    joinsPubkey: optional(
      Type.String({
        maxLength: 130,
        description: 'Their compressed public key, 66 hex characters. It must hash to `joins`.',
      }),
    ),
    guardian: optional(Address('The new guardian.')),
    noGuardian: optional(Flag('Whether nobody may recover the roster any more. Default false.')),
    quietBlocks: delayBlocks('The new silence before a recovery.'),
    reviewBlocks: delayBlocks('The new review of a recovery.'),
  },
  { description: 'What an `exchange` of a roster changes, at least one of it; what is left out stays.' },
);

/** What a proposal is made of. Optional fields may be left out or null. */
export const ProposeBody = RequestBody(
  {
    recipient: optional(
      Type.String({
        maxLength: MAX_ADDRESS_LENGTH,
        description:
          'Who is paid: a cash address of any kind (P2PKH, P2SH) of the configured network; the prefix is optional. Required for a spend and a close. Of an announcement the address that the streams, payments and locks move to; the vault’s own undoes what is pending. Omitted otherwise.',
      }),
    ),
    amount: Type.Optional(amount),
    reason: optional(
      Type.String({
        maxLength: MAX_DESCRIPTION_LENGTH,
        pattern: PLAIN_TEXT,
        description: "The proposer's words, without null characters.",
      }),
    ),
    kind: Type.Optional(ProposalKindInput),
    streamIds: ids('streams'),
    paymentIds: ids('payments'),
    currencyPaymentIds: ids('payments in a currency'),
    planId: optional({ ...id, description: 'The plan that is opened, or cancelled.' }),
    campaignId: optional({ ...id, description: 'An airdrop; see kind.' }),
    allowance: optional(Allowance),
    purseIds: optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: 20,
        description:
          'Purses that an `allowance` takes back. With `allowance`: a top-up, or other terms. Of an `exchange` one or two purses that are renewed with it: the same terms and money, and the new signers.',
      }),
    ),
    exchange: optional(Exchange),
    ...tokenInput,
    outpoint: optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{64}:\\d{1,5}$',
        description: 'A whole coin with its token (an NFT, say) that is paid, txid:vout; see `tokens` of the state.',
      }),
    ),
  },
  {
    title: 'Propose',
    examples: [
      { recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, reason: 'Rent' },
      { kind: 'cancel', streamIds: ['0f3f5f5a-5f0e-4a3a-9c46-2a1b8f6f0a11'], reason: 'Left the team' },
      {
        kind: 'allowance',
        amount: 1,
        allowance: {
          spender: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
          payees: ['bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku'],
          limit: 0.1,
          periodBlocks: 1_008,
        },
      },
    ],
  },
);
export type ProposeBody = Static<typeof ProposeBody>;

export const propose = route('proposals', {
  operationId: 'createProposal',
  summary: 'Propose what a vault does',
  description:
    "For the creator and the signers. Builds the transaction from what the address holds now; its fee is the vault's. Two signers approve it, then any of them executes it. Of a record only one proposal that opens it is open at a time.",
  security: callerRequired,
  params: VaultParams,
  headers: CreationHeaders,
  body: ProposeBody,
  response: { 201: ProposalResponse },
  errors: [
    'INVALID_AMOUNT',
    'WRONG_STATE',
    'RECORD_EXPIRED',
    'NOTICE_NOT_OVER',
    'FEE_RATE_TOO_HIGH',
    'BROADCAST_REJECTED',
    'INSUFFICIENT_FUNDS',
    'CHAIN_UNAVAILABLE',
  ],
});

export const ApproveResponse = Answer('ApproveResponse', 'The proposal to sign, for this signer.', {
  proposal: ProposalResource,
  rebuilt: Flag('Whether a stale proposal was rebuilt by this request: earlier signers have to sign again.'),
  wcTransaction: WcTransaction,
});
export type ApproveResponse = Static<typeof ApproveResponse>;

export const approveProposal = buildRoute('proposals', {
  operationId: 'approveProposal',
  summary: 'Approve a proposal',
  description:
    "Only for signers. Gives the transaction with this signer's placeholders; have it signed, and send it to `signatures`. A STALE proposal is rebuilt first. Signers may approve at the same time.",
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ApproveResponse },
  errors: ['INVALID_AMOUNT', 'RECORD_EXPIRED', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED'],
});

export const SignaturesBody = RequestBody({
  signedTransaction: Type.String({
    minLength: 2,
    maxLength: MAX_TRANSACTION_HEX,
    description: 'What the wallet returned for the transaction of `approve`, as hex.',
    examples: ['0200'],
  }),
});

export const submitSignature = route('proposals', {
  operationId: 'submitProposalSignature',
  summary: 'Send a signature of a proposal',
  description:
    "Only for signers. The signature is verified; with the second one the proposal is APPROVED. Signing takes back one's rejection.",
  security: callerRequired,
  params: ProposalParams,
  body: SignaturesBody,
  response: { 200: ProposalResponse },
  errors: ['WRONG_STATE', 'PROPOSAL_STALE', 'TX_MISMATCH', 'PROPOSAL_SIGNATURE_INVALID'],
});

export const rejectProposal = route('proposals', {
  operationId: 'rejectProposal',
  summary: 'Reject a proposal',
  description:
    "For signers and who made it. It is REJECTED once two signers are against it, or at once by who made it; one signer's rejection is noted, and cannot stop the other two.",
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ProposalResponse },
  errors: ['WRONG_STATE'],
});

export const ExecuteResponse = Answer('ExecuteResponse', 'The signed transaction.', {
  message: Type.String(),
  txHex: Text('The complete, signed transaction as hex: broadcast it.'),
  txHash: Type.String(),
  size: Integer('Bytes.'),
  proposal: ProposalResource,
});
export type ExecuteResponse = Static<typeof ExecuteResponse>;

export const executeProposal = route('proposals', {
  operationId: 'executeProposal',
  summary: 'Get the signed transaction of an approved proposal',
  description:
    'For the creator and the signers, once two signatures are in. The transaction was run in a virtual machine with the rules of the network. Broadcast it (POST /api/transactions/broadcast), then `confirm-execute`.',
  security: callerRequired,
  params: ProposalParams,
  body: NoFields,
  response: { 200: ExecuteResponse },
  errors: ['WRONG_STATE', 'CHAIN_UNAVAILABLE', 'PROPOSAL_STALE', 'RECORD_EXPIRED'],
});

export const ConfirmExecuteResponse = Named(
  'ConfirmExecuteResponse',
  'The transaction is on the chain and recorded. `proposal` and `vault` are null where the vault is private and the caller is not one of its members.',
  {
    ...confirmedFields(ProposalStatus),
    proposal: Nullable(ProposalResource),
    vault: Nullable(VaultResource),
  },
);
export type ConfirmExecuteResponse = Static<typeof ConfirmExecuteResponse>;

export const confirmExecute = route('proposals', {
  operationId: 'confirmProposalExecution',
  summary: 'Confirm that a proposal was executed',
  description:
    'The transaction is verified on the chain; the proposal becomes EXECUTED, others that needed its coins STALE, and the records that it opens, cancels, pauses or resumes what it made of them. The same hash again answers the same success. Needs no caller: the chain decides. A request whose caller is not a member of a private vault gets the confirmation alone.',
  security: callerLenient,
  params: ProposalParams,
  body: ConfirmBody,
  response: { 200: ConfirmExecuteResponse },
  errors: [...CONFIRM_ERRORS],
});
