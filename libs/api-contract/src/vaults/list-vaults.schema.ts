import Type, { type Static } from 'typebox';
import { callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { pageQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { VaultResource } from './vault.schema.js';

export const ListVaultsQuery = Type.Object(pageQuery('Vaults'));
export type ListVaultsQuery = Static<typeof ListVaultsQuery>;

export const ListVaultsResponse = Type.Object(
  {
    success: Success(),
    created: Type.Array(VaultResource, { description: 'Those the caller created.' }),
    signerIn: Type.Array(VaultResource, { description: 'Those the caller signs for, created ones among them.' }),
    public: Type.Array(VaultResource, { description: 'Public ones.' }),
    all: Type.Array(VaultResource, {
      description: 'All the caller may see, each once; also private ones the caller was let see.',
    }),
    nextCursor: Nullable(Type.String({ description: 'Where the next page of `all` starts; null on the last one.' })),
  },
  { title: 'ListVaultsResponse', description: 'Vaults the caller may see, the newest first, by role.' },
);
export type ListVaultsResponse = Static<typeof ListVaultsResponse>;

export const listVaults = route({
  operationId: 'listVaults',
  tags: ['vaults'],
  summary: 'List vaults',
  description:
    'The vaults the caller may see. With `limit` or `cursor`, the groups hold what is in this page of `all`.',
  security: callerRequired,
  querystring: ListVaultsQuery,
  response: { 200: ListVaultsResponse },
});
