import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { ProposalResource, ProposalResponse } from './proposal.schema.js';
import { ProposalParams, ProposalStatus, VaultParams } from './vault-words.schema.js';

export const ListProposalsQuery = Type.Object({ status: Type.Optional(ProposalStatus), ...pageQuery('Proposals') });
export type ListProposalsQuery = Static<typeof ListProposalsQuery>;

export const ListProposalsResponse = Type.Object(
  {
    success: Success(),
    proposals: Type.Array(ProposalResource, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many there are, on all pages.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListProposalsResponse', description: "A page of a vault's proposals." },
);
export type ListProposalsResponse = Static<typeof ListProposalsResponse>;

export const listProposals = route({
  operationId: 'listProposals',
  tags: ['proposals'],
  summary: 'List the proposals of a vault',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerRequired,
  params: VaultParams,
  querystring: ListProposalsQuery,
  response: { 200: ListProposalsResponse },
});

export const getProposal = route({
  operationId: 'getProposal',
  tags: ['proposals'],
  summary: 'Get a proposal',
  description: 'Follows the chain first, as far as an Electrum server answers.',
  security: callerRequired,
  params: ProposalParams,
  response: { 200: ProposalResponse },
});
