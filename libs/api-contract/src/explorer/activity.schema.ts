import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Nullable } from '../shared/nullable.js';
import { TokenType } from '../streams/stream-words.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

/** Product of a row. */
export const ActivityType = Type.Enum(['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY'], {
  description: '`TREASURY` is a proposal to spend from a public vault.',
});

/** Status of a row, as the explorer filters it. */
export const ActivityStatus = Type.Enum(['ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED'], {
  description:
    'A paused payment counts as `ACTIVE`. A proposal is `ACTIVE` until it is carried out (`COMPLETED`) or rejected (`CANCELLED`), never `PENDING`.',
});
export type ActivityStatus = Static<typeof ActivityStatus>;

/** A record of any product, with the fields of streams. */
export const ActivityRow = Type.Object(
  {
    activity_type: ActivityType,
    id: Type.String({ format: 'uuid', description: "The record's `id`: what its product's own route takes." }),
    stream_id: Type.String({ description: 'The display id.', examples: ['#WEIR-BCH-000001'] }),
    sender: Type.String({
      description:
        'The named sender, of an airdrop the named creator, of a proposal the address of its vault. That a sender or creator paid is not proven: anybody can name them by funding.',
    }),
    recipient: Type.String({ description: 'Who is paid; empty for an airdrop.' }),
    token_type: TokenType,
    token_category: Nullable(TokenCategory()),
    total_amount: Amount('All it is about: of a payment the funded periods, of an airdrop the pool.'),
    total_amount_base: BaseAmount(),
    vested_amount: Amount(
      'Of a stream what has vested at `asOf`, of a payment what was paid, of an airdrop what was claimed, of a proposal all of it once it is carried out.',
    ),
    vested_amount_base: BaseAmount(),
    progress_percentage: Type.Number({
      description: 'How far it is, 0 to 100, with two decimals rounded down; of an airdrop by claims.',
      examples: [42.5],
    }),
    stream_type: Type.Enum(
      ['LINEAR', 'STEP', 'RECURRING', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'YEARLY', 'AIRDROP', 'PROPOSAL'],
      {
        description: 'Of a stream how it vests, of a payment its interval.',
      },
    ),
    status: Type.Enum(['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'], {
      description: 'Only payments are ever `PAUSED`, which the filter and the counts take for `ACTIVE`.',
    }),
    created_at: Type.Integer({ description: 'Unix seconds.' }),
  },
  { title: 'ActivityRow', description: 'A record of any product.' },
);
export type ActivityRow = Static<typeof ActivityRow>;
