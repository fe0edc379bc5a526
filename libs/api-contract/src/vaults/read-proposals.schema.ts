import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { errorResponses } from '../shared/error.schema.js';
import { Nullable } from '../shared/nullable.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { pageQuery } from './page-query.schema.js';
import { ProposalResource, ProposalResponse } from './proposal.schema.js';
import { ProposalParams, VaultParams } from './vault-params.schema.js';
import { ProposalStatus } from './vault-words.schema.js';

export const ListProposalsQuery = Type.Object({ status: Type.Optional(ProposalStatus), ...pageQuery('Proposals') });
export type ListProposalsQuery = Static<typeof ListProposalsQuery>;

export const ListProposalsResponse = Type.Object(
  {
    success: Success(),
    proposals: Type.Array(ProposalResource, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many there are, on all pages.' }),
    nextCursor: Nullable(Type.String({ description: 'Where the next page starts; null on the last one.' })),
  },
  { title: 'ListProposalsResponse', description: "A page of a vault's proposals." },
);
export type ListProposalsResponse = Static<typeof ListProposalsResponse>;

export const listProposals = {
  operationId: 'listProposals',
  tags: ['proposals'],
  summary: 'List the proposals of a vault',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerRequired,
  params: VaultParams,
  querystring: ListProposalsQuery,
  response: {
    200: ListProposalsResponse,
    ...errorResponses('INVALID_ADDRESS', 'INVALID_CURSOR', 'CALLER_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
} as const satisfies RouteSchema;

export const getProposal = {
  operationId: 'getProposal',
  tags: ['proposals'],
  summary: 'Get a proposal',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerRequired,
  params: ProposalParams,
  response: {
    200: ProposalResponse,
    ...errorResponses('INVALID_ADDRESS', 'CALLER_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
} as const satisfies RouteSchema;
