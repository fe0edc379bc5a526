import Type, { type Static } from 'typebox';
import { amountFields, Answer, Integer, Named, Success, Text, TransactionHash } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, confirmRoute, recordedFields } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { fundingDetails } from '../streams/funding-info.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { PlanParams, PlanPart, PlanResource, PlanStatuses } from './plan.schema.js';

const PlanFundingReady = Answer('PlanFundingReady', 'The next funding, to be signed by the sender.', {
  fundingInfo: Type.Object({
    planId: Text('The display id.'),
    part: Integer('Which part this funds, from 1.'),
    parts: Integer('How many there are.'),
    streams: Integer('How many streams it opens.'),
    ...amountFields('amount', 'What they hold together.'),
    tokenCategory: AssetCategory(),
    size: Integer('Bytes.'),
  }),
  ...fundingDetails,
  wcTransaction: WcTransaction,
});
export type PlanFundingReady = Static<typeof PlanFundingReady>;

const PlanFundingPreparation = Named(
  'PlanFundingPreparation',
  'The wallet has no output with index 0, which a new token category needs, or too many coins: sign and broadcast this, then ask again with its hash (`?sent=`).',
  {
    success: Type.Literal(false),
    requiresPreparation: Type.Literal(true),
    part: Type.Integer(),
    preparationTransaction: WcTransaction,
    message: Type.String(),
  },
);

export const PlanFundingResponse = Type.Union([PlanFundingReady, PlanFundingPreparation], {
  title: 'PlanFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});

export const planFundingInfo = buildRoute('plans', {
  operationId: 'getPlanFundingInfo',
  summary: 'Build the next funding of a plan',
  description:
    'For the sender, while a part is not funded: the first of those. Every transaction that is handed out for a part spends the same coin for as long as the wallet has it, so that of several that are signed one at most can be mined. From then on the list stays as it is.',
  security: callerRequired,
  params: PlanParams,
  response: { 200: PlanFundingResponse },
  errors: ['INVALID_RECIPIENTS', 'RECORD_EXPIRED'],
});

/** What every confirm route of a plan answers. */
export const planConfirmation = {
  success: Success(),
  message: Type.String(),
  txHash: Type.String(),
  ...recordedFields,
  plan: PlanResource,
  fundings: Type.Array(PlanPart),
  statuses: PlanStatuses,
};

export const ConfirmPlanResponse = Type.Object(planConfirmation, {
  title: 'ConfirmPlanResponse',
  description: 'The funding is on the chain, and its streams are active. Said as to everybody.',
});
export type ConfirmPlanResponse = Static<typeof ConfirmPlanResponse>;

export const confirmPlanFunding = confirmRoute('plans', {
  operationId: 'confirmPlanFunding',
  summary: 'Confirm a funding of a plan',
  description:
    'For any part: all of its streams become ACTIVE at once, or none, where one of them is not as it should be.',
  params: PlanParams,
  body: RequestBody({ txHash: TransactionHash('Hash of the broadcast funding.') }),
  response: { 200: ConfirmPlanResponse },
});
