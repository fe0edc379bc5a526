import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { TransactionHash } from '../shared/text.schema.js';
import { TransactionQuery } from '../shared/transaction-query.schema.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { IDEMPOTENT } from '../streams/confirm-stream.schema.js';
import { fundingDetails } from '../streams/funding-info.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { PlanParams } from './plan-words.schema.js';
import { PlanPart, PlanResource, PlanStatuses } from './plan.schema.js';

const PlanFundingReady = Type.Object(
  {
    success: Success(),
    fundingInfo: Type.Object({
      planId: Type.String({ description: 'The display id.' }),
      part: Type.Integer({ description: 'Which part this funds, from 1.' }),
      parts: Type.Integer({ description: 'How many there are.' }),
      streams: Type.Integer({ description: 'How many streams it opens.' }),
      amount: Amount('What they hold together.'),
      amountBase: BaseAmount(),
      tokenCategory: AssetCategory(),
      size: Type.Integer({ description: 'Bytes.' }),
      ...fundingDetails,
    }),
    ...fundingDetails,
    wcTransaction: WcTransaction,
  },
  { title: 'PlanFundingReady', description: 'The next funding, to be signed by the sender.' },
);
export type PlanFundingReady = Static<typeof PlanFundingReady>;

const PlanFundingPreparation = Type.Object(
  {
    success: Type.Literal(false),
    requiresPreparation: Type.Literal(true),
    part: Type.Integer(),
    preparationTransaction: WcTransaction,
    message: Type.String(),
  },
  {
    title: 'PlanFundingPreparation',
    description:
      'The wallet has no output with index 0, which a new token category needs, or too many coins: sign and broadcast this, then ask again with its hash (`?sent=`).',
  },
);
export type PlanFundingPreparation = Static<typeof PlanFundingPreparation>;

export const PlanFundingResponse = Type.Union([PlanFundingReady, PlanFundingPreparation], {
  title: 'PlanFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});
export type PlanFundingResponse = Static<typeof PlanFundingResponse>;

export const planFundingInfo = {
  operationId: 'getPlanFundingInfo',
  tags: ['plans'],
  summary: 'Build the next funding of a plan',
  description:
    'For the sender, while a part is not funded: the first of those. Whatever is handed out for a part spends the same coin for as long as the wallet has it, so that of several that are signed one at most can be mined. From then on the list stays as it is.',
  security: callerRequired,
  params: PlanParams,
  querystring: TransactionQuery,
  response: {
    200: PlanFundingResponse,
    ...errorResponses(
      'INVALID_RECIPIENTS',
      'INVALID_ADDRESS',
      'CALLER_REQUIRED',
      'FORBIDDEN',
      'NOT_FOUND',
      'RECORD_EXPIRED',
      'WRONG_STATE',
      'INSUFFICIENT_FUNDS',
      'CHAIN_UNAVAILABLE',
    ),
  },
} as const satisfies RouteSchema;

/** What every confirm route of a plan answers. */
export const planConfirmation = {
  success: Success(),
  message: Type.String(),
  txHash: Type.String(),
  state: Type.Literal('confirmed', { description: 'That this service has verified and recorded it.' }),
  confirmations: Type.Integer({ description: 'Blocks on the transaction, 0 in the mempool.' }),
  finality: Type.Enum(['mempool', 'mined', 'final'], { description: '`final` from 10 blocks on.' }),
  plan: PlanResource,
  fundings: Type.Array(PlanPart),
  statuses: PlanStatuses,
};

export const ConfirmPlanResponse = Type.Object(planConfirmation, {
  title: 'ConfirmPlanResponse',
  description: 'The funding is on the chain, and its streams are active. Said as to everybody.',
});
export type ConfirmPlanResponse = Static<typeof ConfirmPlanResponse>;

export const confirmPlanFunding = {
  operationId: 'confirmPlanFunding',
  tags: ['plans'],
  summary: 'Confirm a funding of a plan',
  description: `Whichever part it is: all of its streams become ACTIVE at once, or none, where one of them is not as it should be. ${IDEMPOTENT}`,
  params: PlanParams,
  body: RequestBody({ txHash: TransactionHash('Hash of the broadcast funding.') }),
  response: {
    200: ConfirmPlanResponse,
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
  },
} as const satisfies RouteSchema;
