import Type, { type Static } from 'typebox';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { route } from '../shared/route.js';
import { Token } from './token.schema.js';

export const TokenParams = Type.Object({
  category: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: '64 hex characters.' }),
});

const Publication = Type.Object(
  {
    txHash: Type.String(),
    registryHash: Nullable(Type.String({ description: 'SHA-256, hex; null where the publication is malformed.' })),
    uris: Type.Array(Type.String(), { description: 'Where it says that the registry is. From a stranger.' }),
  },
  {
    title: 'TokenPublication',
    description: 'The last publication of a registry on the authchain; null where there is none.',
  },
);

export const GetTokenResponse = Type.Object(
  {
    success: Success(),
    category: Type.String(),
    status: Type.Enum(['unknown', 'absent', 'unnamed', 'unreadable', 'named'], {
      description:
        '`unknown`: not looked at yet, or not to its end. `absent`: the chain has no such token. `unnamed`: its issuer has published no registry. `unreadable`: they have, and nobody gives the registry with that hash, or it does not say how the token is called. `named`: all is well.',
    }),
    pending: Type.Boolean({ description: 'Whether a look is to come: ask again in a moment.' }),
    token: Nullable(Token),
    authhead: Nullable(
      Type.String({ description: 'The last transaction of the authchain that is known; null where there is none.' }),
    ),
    authchainLength: Type.Integer({ description: 'Transactions of the authchain after its base, as far as known.' }),
    publication: Nullable(Publication),
    checkedAt: Nullable(Type.Integer({ description: 'When it was looked at, Unix seconds; null where never.' })),
    freshUntil: Nullable(
      Type.Integer({ description: 'From when on whoever names the token has it looked at again, Unix seconds.' }),
    ),
  },
  { title: 'GetTokenResponse', description: 'What is known of a token.' },
);
export type GetTokenResponse = Static<typeof GetTokenResponse>;

export const getToken = route({
  operationId: 'getToken',
  tags: ['tokens'],
  summary: 'See how a token is called',
  description:
    'By the metadata registry that its issuer published (CHIP-BCMR): the authchain is followed on the chain, the registry fetched, and its hash compared. Answers with what is known, at once; what nobody knows, or has known for too long, is learnt after the answer.',
  params: TokenParams,
  response: { 200: GetTokenResponse },
});
