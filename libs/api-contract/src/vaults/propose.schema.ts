import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { PLAIN_TEXT } from '../shared/fields.schema.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { tokenInput } from '../streams/stream-words.schema.js';
import { ProposalResponse } from './proposal.schema.js';
import { ProposalKindInput, VaultParams } from './vault-words.schema.js';

const amount = Type.Unsafe<number | string | null>({
  ...AmountInput('What is paid; required for a spend but of an outpoint.'),
  type: ['number', 'string', 'null'],
});

const id = Type.String({ format: 'uuid' });

/** As many as fit one transaction. */
const ids = (of: string) =>
  optional(Type.Array(id, { minItems: 1, maxItems: 100, description: `Ids of ${of}; of an opening exactly one.` }));

/** What a proposal is made of. Optional fields may be left out or null. */
export const ProposeBody = RequestBody(
  {
    recipient: optional(
      Type.String({
        maxLength: 128,
        description:
          'Who is paid: a cash address of any kind (P2PKH, P2SH) of the configured network; the prefix may be left out. Required for a spend and a close, and for them alone.',
      }),
    ),
    amount: Type.Optional(amount),
    reason: optional(
      Type.String({
        maxLength: 1_000,
        pattern: PLAIN_TEXT,
        description: "The proposer's words, without null characters.",
      }),
    ),
    kind: Type.Optional(ProposalKindInput),
    streamIds: ids('streams'),
    paymentIds: ids('payments'),
    planId: optional({ ...id, description: 'The plan that is opened, or cancelled.' }),
    campaignId: optional({ ...id, description: 'An airdrop; see kind.' }),
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
    ],
  },
);
export type ProposeBody = Static<typeof ProposeBody>;

export const propose = route({
  operationId: 'createProposal',
  tags: ['proposals'],
  summary: 'Propose what a vault does',
  description:
    "For the creator and the signers. Builds the transaction from what lies at the address now; its fee is the vault's. Two signers approve it, then any of them executes it. Of a record only one proposal that opens it is open at a time.",
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
