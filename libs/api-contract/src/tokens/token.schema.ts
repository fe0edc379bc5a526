import Type, { type Static } from 'typebox';
import { MAX_TOKEN_DECIMALS } from '@weir/kinds';
import { Answer, Flag, Integer, IntegerOrNull, Named, Text, TextOrNull } from '../shared/fields.schema.js';
import { marked, Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';

/** The category of a fungible token in a response, which gets the token's name beside it. */
export const TokenCategory = (description = 'Category of the token; null for BCH.') =>
  marked(Text(description), 'category');

/** The category that the amounts of an answer without a record are of: it determines their decimal text. */
export const AssetCategory = () =>
  Nullable(TokenCategory('Category of the token that the amounts are of; null for BCH.'));

/** How a token is shown. */
export const Token = Named(
  'Token',
  "The issuer's words for a token, by its metadata registry (CHIP-BCMR); null for BCH, for a token without, and while it is not known yet.",
  {
    symbol: Nullable(Text('Capital letters, digits and dashes. Unique in nothing.', { examples: ['WEIR'] })),
    name: TextOrNull('Plain text, at most 80 characters.'),
    decimals: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: MAX_TOKEN_DECIMALS,
        description: 'Digits after the decimal separator.',
        examples: [2],
      }),
    ),
    icon: TextOrNull('`https:`, `ipfs:` or an image as `data:`, at most 512 characters; from a stranger.'),
    description: TextOrNull('Plain text, at most 280 characters.'),
    verified: Flag(
      "Whether the token's authchain vouches for it: its last published registry has the published hash, as of the last look. False for what an earlier registry said, while the present one cannot be read.",
    ),
  },
);
export type Token = Static<typeof Token>;

export const TokenParams = Type.Object({
  category: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: '64 hex characters.' }),
});

const Publication = Named(
  'TokenPublication',
  'The last publication of a registry on the authchain; null where there is none.',
  {
    txHash: Type.String(),
    registryHash: TextOrNull('SHA-256, hex; null where the publication is malformed.'),
    uris: Type.Array(Type.String(), { description: 'Where it says that the registry is. From a stranger.' }),
  },
);

export const GetTokenResponse = Answer('GetTokenResponse', 'What is known of a token.', {
  category: Type.String(),
  status: Type.Enum(['unknown', 'absent', 'unnamed', 'unreadable', 'named'], {
    description:
      '`unknown`: not looked up yet, or not to the end of its authchain. `absent`: the chain has no such token. `unnamed`: its issuer has published no registry. `unreadable`: they have, and nobody gives the registry with that hash, or it does not say how the token is called. `named`: all is well.',
  }),
  pending: Flag('Whether a look is to come: ask again in a moment.'),
  token: Nullable(Token),
  authhead: TextOrNull('The last transaction of the authchain that is known; null where there is none.'),
  authchainLength: Integer('Transactions of the authchain after its base, as far as known.'),
  genesisSupply: TextOrNull(
    'Base units that the genesis made: all there can ever be, what was burnt since included. Null before it is read.',
  ),
  publication: Nullable(Publication),
  checkedAt: IntegerOrNull('When it was looked up, Unix seconds; null if never.'),
  freshUntil: IntegerOrNull(
    'When the result becomes outdated, Unix seconds: the next request that names the token causes a new look-up.',
  ),
});
export type GetTokenResponse = Static<typeof GetTokenResponse>;

export const getToken = route('tokens', {
  operationId: 'getToken',
  summary: 'See how a token is called',
  description:
    'By the metadata registry that its issuer published (CHIP-BCMR): the authchain is followed on the chain, the registry fetched, and its hash compared. Answers with what is known, at once; what nobody knows, or has known for too long, is learnt after the answer.',
  params: TokenParams,
  response: { 200: GetTokenResponse },
});
