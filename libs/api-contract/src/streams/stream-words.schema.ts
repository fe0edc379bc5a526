import Type, { type Static } from 'typebox';
import { Hash } from '../shared/fields.schema.js';
import { marked } from '../shared/marks.js';
import { idParams, optional } from '../shared/requests.schema.js';

/** How an amount vests over time. */
export const StreamType = Type.Enum(['LINEAR', 'STEP', 'RECURRING'], {
  description:
    '`LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.',
});
export type StreamType = Static<typeof StreamType>;

/** The asset, in requests. */
export const TokenTypeInput = marked(
  Type.Unsafe<'BCH' | 'FUNGIBLE_TOKEN' | 'CASHTOKENS' | null>({
    enum: ['BCH', 'FUNGIBLE_TOKEN', 'CASHTOKENS', null],
    description:
      'Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.',
  }),
  'token type',
);
export type TokenTypeInput = Static<typeof TokenTypeInput>;

/** The asset, as the fields of a request name it. */
export const tokenInput = {
  tokenType: Type.Optional(TokenTypeInput),
  tokenCategory: optional(Hash({ description: 'Category of the token, 64 hex characters; required for tokens.' })),
};

/** The asset, in responses. */
export const TokenType = Type.Enum(['BCH', 'FUNGIBLE_TOKEN']);
export type TokenType = Static<typeof TokenType>;

/** Status of a stream. */
export const StreamStatus = Type.Enum(['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`).',
});
export type StreamStatus = Static<typeof StreamStatus>;

/** Status of the refund of a cancelled stream. */
export const RefundStatus = Type.Enum(['pending', 'sent', 'confirmed'], {
  description: '`pending` until the notice is over and the refund is broadcast.',
});
export type RefundStatus = Static<typeof RefundStatus>;

/** Path parameters of a single stream. */
export const StreamParams = idParams('stream');
