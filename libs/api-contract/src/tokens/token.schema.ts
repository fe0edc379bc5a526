import Type, { type Static } from 'typebox';
import { marked } from '../shared/marks.js';
import { Nullable } from '../shared/nullable.js';

/** The category of a fungible token in a response, which gets the token's name beside it. */
export const TokenCategory = (description = 'Category of the token; null for BCH.') =>
  marked(Type.String({ description }), 'category');

/** The category that the amounts of an answer without a record are of: it determines their decimal text. */
export const AssetCategory = () =>
  Nullable(TokenCategory('Category of the token that the amounts are of; null for BCH.'));

/** How a token is shown. */
export const Token = Type.Object(
  {
    symbol: Nullable(
      Type.String({ description: 'Capital letters, digits and dashes. Unique in nothing.', examples: ['WEIR'] }),
    ),
    name: Nullable(Type.String({ description: 'Plain text, at most 80 characters.' })),
    decimals: Nullable(
      Type.Integer({ minimum: 0, maximum: 18, description: 'Digits after the decimal separator.', examples: [2] }),
    ),
    icon: Nullable(
      Type.String({
        description: '`https:`, `ipfs:` or an image as `data:`, at most 512 characters; from a stranger.',
      }),
    ),
    description: Nullable(Type.String({ description: 'Plain text, at most 280 characters.' })),
    verified: Type.Boolean({
      description:
        "Whether the token's authchain vouches for it: its last published registry has the published hash, as of the last look. False for what an earlier registry said, while the present one cannot be read.",
    }),
  },
  {
    title: 'Token',
    description:
      "The issuer's words for a token, by its metadata registry (CHIP-BCMR); null for BCH, for a token without, and while it is not known yet.",
  },
);
export type Token = Static<typeof Token>;
