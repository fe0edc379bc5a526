import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { Nullable } from '../shared/nullable.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { PLAIN_TEXT } from '../shared/text.schema.js';
import { TokenTypeInput } from '../streams/stream-words.schema.js';
import { ProposalResponse } from './proposal.schema.js';
import { VaultParams } from './vault-params.schema.js';

const amount = Type.Unsafe<number | string | null>({
  ...AmountInput('What is paid; required but for a close or an outpoint.'),
  type: ['number', 'string', 'null'],
});

const kind = Type.Unsafe<'spend' | 'close' | null>({
  enum: ['spend', 'close', null],
  description: '`spend` is the default; `close` pays everything to the recipient and ends the vault.',
});

/** What a proposal is made of. Optional fields may be left out or null. */
export const ProposeBody = RequestBody(
  {
    recipient: Type.String({
      maxLength: 128,
      description:
        'Who is paid: a cash address of any kind (P2PKH, P2SH) of the configured network; the prefix may be left out.',
    }),
    amount: Type.Optional(amount),
    reason: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 1_000,
          pattern: PLAIN_TEXT,
          description: "The proposer's words, without null characters.",
        }),
      ),
    ),
    kind: Type.Optional(kind),
    tokenType: Type.Optional(TokenTypeInput),
    tokenCategory: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[0-9a-fA-F]{64}$',
          description: 'Category of the token, 64 hex characters; required for tokens.',
        }),
      ),
    ),
    outpoint: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[0-9a-fA-F]{64}:\\d{1,5}$',
          description: 'A whole coin with its token (an NFT, say) that is paid, txid:vout; see `tokens` of the state.',
        }),
      ),
    ),
  },
  {
    title: 'Propose',
    examples: [{ recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, reason: 'Rent' }],
  },
);
export type ProposeBody = Static<typeof ProposeBody>;

export const propose = {
  operationId: 'createProposal',
  tags: ['proposals'],
  summary: 'Propose a payment from a vault',
  description:
    "For the creator and the signers. Builds the payment from what lies at the address now; its fee is the vault's. Two signers approve it, then any of them executes it.",
  security: callerRequired,
  params: VaultParams,
  body: ProposeBody,
  response: {
    201: ProposalResponse,
    ...errorResponses(
      'QUOTA_EXCEEDED',
      'INVALID_ADDRESS',
      'INVALID_AMOUNT',
      'CALLER_REQUIRED',
      'FORBIDDEN',
      'NOT_FOUND',
      'WRONG_STATE',
      'INSUFFICIENT_FUNDS',
      'CHAIN_UNAVAILABLE',
      ...BODY_ERRORS,
    ),
  },
} as const satisfies RouteSchema;
