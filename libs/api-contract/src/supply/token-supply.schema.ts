import Type, { type Static } from 'typebox';
import { supplyFields } from '../indexer/token-supply.schema.js';
import { Answer, BaseAmount, TokenAmount } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';
import { TokenParams } from '../tokens/token.schema.js';

const known = 'Null while the genesis of the token has not been read.';

export const TokenSupplyResponse = Answer('TokenSupplyResponse', 'How much of a token there is, and is locked.', {
  ...supplyFields(),
  total: Nullable(TokenAmount(`Made by the genesis: all there can ever be, what was burnt since included. ${known}`)),
  totalBase: Nullable(BaseAmount()),
  circulating: Nullable(TokenAmount(`What is not locked. ${known}`)),
  circulatingBase: Nullable(BaseAmount()),
});
export type TokenSupplyResponse = Static<typeof TokenSupplyResponse>;

const ERRORS = ['NOT_FOUND', 'INDEXER_UNAVAILABLE'] as const;
const OWNER =
  'By the indexer, which sees every contract that the chain announces, made by anyone. 503 without an indexer, while it does not answer, and while it counts the contracts for the first time.';

export const getTokenSupply = route('tokens', {
  operationId: 'getTokenSupply',
  summary: 'See how much of a token is locked',
  description: `${OWNER} What proves it: \`/api/indexer/locks/{category}\`.`,
  params: TokenParams,
  response: { 200: TokenSupplyResponse },
  errors: ERRORS,
});

export const SupplyFigure = Type.Enum(['circulating', 'total', 'locked', 'unclaimed'], {
  description: '`circulating`: the total without what is locked.',
});
export type SupplyFigure = Static<typeof SupplyFigure>;

export const getSupplyFigure = route('tokens', {
  operationId: 'getSupplyFigure',
  summary: 'Get one figure of the supply as a bare number',
  description: `As listing sites take it: plain text, whole tokens with a decimal point and without separators, by the decimals of the token's registry; base units where it has none. ${OWNER} Also 503 while the token is looked up for the first time.`,
  params: Type.Object({ ...TokenParams.properties, figure: SupplyFigure }),
  response: {
    200: {
      description: 'The number.',
      content: { 'text/plain': { schema: Type.Unsafe<unknown>({ type: 'string', examples: ['1234567.89'] }) } },
    },
  },
  errors: ERRORS,
});

export const getLockBadge = route('tokens', {
  operationId: 'getLockBadge',
  summary: 'Get the lock badge of a token',
  description: `A picture for web pages, to be embedded by \`<img>\`: how much of the token is locked so that nobody can take it back. ${OWNER}`,
  params: TokenParams,
  response: {
    200: {
      description: 'The picture.',
      content: { 'image/svg+xml': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
    },
  },
  errors: ERRORS,
});
