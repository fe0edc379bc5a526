import Type, { type Static } from 'typebox';
import { callerOptional, callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { FundingProposal } from '../vaults/funding-proposal.schema.js';
import { PlanParams, PlanKind, PlanStatus } from './plan-words.schema.js';
import { PlanPart, PlanResource, PlanStatuses, PlanStreamResource } from './plan.schema.js';

export const ListPlansQuery = Type.Object({
  product: Type.Optional(PlanKind),
  status: Type.Optional(PlanStatus),
  vaultId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'A vault whose plans are listed instead, for its creator and signers.',
    }),
  ),
  ...pageQuery('Plans'),
});

export const ListPlansResponse = Type.Object(
  {
    success: Success(),
    plans: Type.Array(PlanResource, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many match, on all pages.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListPlansResponse', description: "A page of the caller's plans." },
);
export type ListPlansResponse = Static<typeof ListPlansResponse>;

export const listPlans = route({
  operationId: 'listPlans',
  tags: ['plans'],
  summary: "List the caller's plans",
  description:
    'Those that the caller sends, or a vault of theirs. What anybody receives stands among streams and payments.',
  security: callerRequired,
  querystring: ListPlansQuery,
  response: { 200: ListPlansResponse },
  errors: ['NOT_FOUND'],
});

export const GetPlanResponse = Type.Object(
  {
    success: Success(),
    plan: PlanResource,
    fundings: Type.Array(PlanPart),
    statuses: PlanStatuses,
    proposal: FundingProposal(),
  },
  { title: 'GetPlanResponse', description: 'The plan and its fundings.' },
);
export type GetPlanResponse = Static<typeof GetPlanResponse>;

const PRIVATE =
  'Before any funding a plan is shown to its sender (of a vault to its creator and signers) alone; then to others what of it is on the chain, without labels and description.';

export const getPlan = route({
  operationId: 'getPlan',
  tags: ['plans'],
  summary: 'Get a plan with its fundings',
  description: PRIVATE,
  security: callerOptional,
  params: PlanParams,
  response: { 200: GetPlanResponse },
});

export const PlanStreamsResponse = Type.Object(
  {
    success: Success(),
    plan: PlanResource,
    streams: Type.Array(PlanStreamResource, { description: 'In the order of the list.' }),
    total: Type.Integer(),
    nextCursor: nextCursor(),
  },
  { title: 'PlanStreamsResponse', description: 'A page of the streams of a plan.' },
);
export type PlanStreamsResponse = Static<typeof PlanStreamsResponse>;

export const planStreams = route({
  operationId: 'listPlanStreams',
  tags: ['plans'],
  summary: 'List the streams of a plan',
  description: PRIVATE,
  security: callerOptional,
  params: PlanParams,
  querystring: Type.Object(pageQuery('Streams')),
  response: { 200: PlanStreamsResponse },
});
