import Type, { type Static } from 'typebox';
import {
  ACTIVITIES,
  ACTIVITY_STATUSES,
  MAX_SEARCH_LENGTH,
  PAYMENT_PERIODS,
  PAYMENT_STATUSES,
  STREAM_TYPES,
  TOKEN_TYPES,
} from '@weir/kinds';
import { Currency, SmallestUnits } from '../currency/currency-payment.schema.js';
import {
  Amount,
  amountFields,
  Answer,
  AsOf,
  BaseAmount,
  Integer,
  Named,
  Text,
  TextOrNull,
  Timestamp,
  TokenAmount,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, pageCursor, pageLimit } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { ContractOrNull, TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

/** Product of a row. */
export const ActivityType = Type.Enum([...ACTIVITIES], {
  description:
    '`TREASURY` is a proposal to spend from a public vault, `CURRENCY_PAYMENT` a payment in a currency, `PURSE` a purse of a public vault.',
});

/** Status of a row, as the explorer filters it. */
export const ActivityStatus = Type.Enum([...ACTIVITY_STATUSES], {
  description:
    'A paused payment counts as `ACTIVE`. A proposal is `ACTIVE` until it is executed (`COMPLETED`) or rejected (`CANCELLED`), never `PENDING`. A purse is `COMPLETED` once two signers closed or renewed it, `CANCELLED` once one sent it home.',
});
export type ActivityStatus = Static<typeof ActivityStatus>;

/** A record of any product, with the fields of streams. */
export const ActivityRow = Named('ActivityRow', 'A record of any product.', {
  activity_type: ActivityType,
  contract: ContractOrNull,
  id: Uuid("The record's `id`: what its product's own route takes."),
  stream_id: Text('The display id; of a purse made of the end of its `id`.', { examples: ['#WEIR-BCH-000001'] }),
  title: TextOrNull(
    'What its maker called it: the description of a stream or payment, or the name of its recipient (of a payment in a currency always that), the title of an airdrop, the reason of a proposal, the name of the vault of a purse.',
  ),
  sender: Text(
    'The named sender, of an airdrop the named creator, of a proposal or purse the address of its vault. That a sender or creator paid is not proven: anybody can name them by funding.',
  ),
  recipient: Text('Who is paid; empty for an airdrop or a purse.'),
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  ...amountFields(
    'total_amount',
    'All it is about: of a payment the funded periods, of an airdrop the pool, of a payment in a currency what its funding paid in, without top-ups, of a purse what was put in.',
  ),
  ...amountFields(
    'vested_amount',
    'Of a stream what has vested at `asOf`, of a payment, in a currency too, what was paid, of an airdrop what was claimed, of a proposal all of it once it is executed, of a purse what its payees got.',
  ),
  progress_percentage: Type.Number({
    description:
      'How far it is, 0 to 100, with two decimals rounded down; of an airdrop by claims, of a payment in a currency by periods, and 0 where it has no end.',
    examples: [42.5],
  }),
  stream_type: Type.Enum([...STREAM_TYPES, ...PAYMENT_PERIODS, 'AIRDROP', 'PROPOSAL', 'PURSE'], {
    description: 'Of a stream how it vests, of a payment its interval.',
  }),
  status: Type.Enum([...PAYMENT_STATUSES], {
    description: 'Only payments are ever `PAUSED`, which the filter and the counts take for `ACTIVE`.',
  }),
  created_at: Integer('Unix seconds.'),
  per_period: Nullable(
    Named('ActivityPerPeriod', 'What each period of a payment in a currency pays, in BCH at the price of its date.', {
      currency: Currency('What the amount is in.'),
      decimals: Integer('Of the oracle’s prices: 2 where it signs cents for one BCH.'),
      amount_base: SmallestUnits('Of a period, in the oracle’s smallest units.'),
      amount_decimal: Text('The same with all of the decimals.', { examples: ['1500.00'] }),
    }),
  ),
  plan: Nullable(
    Named('ActivityPlan', 'The plan that a stream or payment is one of.', {
      id: Uuid("The plan's `id`."),
      plan_id: Text('The display id.', { examples: ['#WEIR-PLAN-000001'] }),
      streams: Integer('How many of it are funded.'),
      token_type: TokenType,
      token_category: Nullable(TokenCategory()),
      total_amount: Nullable(Amount('All that the plan pays; null while a part of it is not funded.')),
      total_amount_base: Nullable(BaseAmount()),
    }),
  ),
});
export type ActivityRow = Static<typeof ActivityRow>;

const TokenVolume = Named('TokenVolume', 'Of one token.', {
  tokenCategory: TokenCategory('64 hex characters.'),
  amount: TokenAmount('Base units; exact below 2^53.'),
  amountBase: BaseAmount(),
  pendingAmount: TokenAmount('The same for PENDING records, which nobody has funded.'),
  pendingAmountBase: BaseAmount(),
});

/** Figures over everything that matches. */
export const ActivityStats = Named(
  'ActivityStats',
  'Figures over all rows that match type, token and status, on all pages together, without the filters by words and dates.',
  {
    ...amountFields(
      'totalVolume',
      'What all that match and are in BCH were funded with, in every later state: of streams and payments the total, of payments in a currency what their fundings paid in, of campaigns what their claims can take (the locks that these open do not count again), of proposals what was executed, of purses what they paid.',
      'BCH',
    ),
    ...amountFields(
      'pendingVolume',
      'The total amounts of all that match, are in BCH and PENDING: not funded yet.',
      'BCH',
    ),
    volumeByToken: Type.Array(TokenVolume, {
      description:
        'The same of what is in tokens: of up to 100 tokens with the most funded records, those that match; the most used one first.',
    }),
    activeCount: Integer('Active ones, paused payments among them.'),
    completedCount: Integer('Completed ones.'),
    totalCount: Integer('All of them, in every status.'),
  },
);

export const ListActivityQuery = Type.Object({
  type: Type.Optional(
    Type.Enum(['vesting', 'payments', 'airdrops', 'treasuries', 'currency-payments', 'purses'], {
      description: 'Only one product; all without it.',
    }),
  ),
  token: Type.Optional(
    Type.Enum([...TOKEN_TYPES, 'ALL'], { description: 'Only what is in BCH, or in tokens; all without it.' }),
  ),
  status: Type.Optional(
    Type.Enum([...ACTIVITY_STATUSES, 'FUNDED'], {
      description: '`FUNDED`: any but `PENDING`, which anybody can create.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEARCH_LENGTH,
      description:
        'Words of the title or description, the name of who is paid, or the reason of a proposal; each may be a beginning. For common words a page may be short although there is a `nextCursor`.',
    }),
  ),
  from: Type.Optional(Timestamp('Created at this second or later.')),
  to: Type.Optional(Timestamp('Created at this second or earlier.')),
  sort: Type.Optional(
    Type.Enum(['newest', 'oldest', 'largest'], {
      description:
        'By creation, `newest` by default, or by amount: `largest` takes `token=BCH`, and neither `q` nor dates.',
    }),
  ),
  group: Type.Optional(
    Type.Enum(['plans'], {
      description:
        '`plans`: one row for each plan, its first stream, lock or payment, with the `plan`, and none for the locks of claims: their airdrop has one. Not with `q`, `sort=largest` or one status: there each has its own row.',
    }),
  ),
  limit: pageLimit(50),
  cursor: pageCursor(),
});
export type ListActivityQuery = Static<typeof ListActivityQuery>;

export const ListActivityResponse = Answer('ListActivityResponse', 'A page of all records.', {
  streams: Type.Array(ActivityRow, { description: 'Rows of all products, in the order asked for.' }),
  stats: ActivityStats,
  nextCursor: nextCursor(),
  asOf: AsOf(),
});
export type ListActivityResponse = Static<typeof ListActivityResponse>;

export const listActivity = route('explorer', {
  operationId: 'listActivity',
  summary: 'List everything',
  description:
    'Streams, payments, payments in a currency, airdrops, and proposals and purses of public vaults in one list, and figures over all of them, the newest first by default. The filters combine.',
  querystring: ListActivityQuery,
  response: { 200: ListActivityResponse },
});
