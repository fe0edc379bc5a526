import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, exact } from '../shared/amount.schema.js';
import { Nullable, NullableEnum } from '../shared/nullable.js';
import { TokenType } from '../streams/stream-words.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { PlanKind, PlanStatus, PlanStreamStatus } from './plan-words.schema.js';

const nullableTime = (description: string) => Nullable(Type.Integer({ description: `${description} Unix seconds.` }));

/** Terms that all streams of a plan share. */
export const PlanTerms = Type.Object({
  product: PlanKind,
  sender: Type.String(),
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  cancelable: Type.Boolean(),
  pausable: Type.Boolean({ description: 'Of salaries.' }),
  cancel_notice_blocks: Type.Integer(),
  fee_bound: Type.Integer({ description: "Satoshis that one payment may take of a stream's reserve." }),
  cancel_fills: Type.Integer({ description: 'Payments that a cancel leaves paid for.' }),
});

/** A stored plan. */
export const PlanResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    plan_id: Type.String({ description: 'The display id.', examples: ['#WEIR-PLAN-000001'] }),
    ...PlanTerms.properties,
    vault_id: Nullable(Type.String({ description: 'The vault that funds it; null to others than its members.' })),
    description: Nullable(Type.String({ description: "The sender's words, shown to nobody else." })),
    status: PlanStatus,
    streams: Type.Integer({ description: 'How many there are; to others than the sender, how many are funded.' }),
    total_amount: Amount('What they hold together.'),
    total_amount_base: BaseAmount(),
    parts: Type.Integer({ description: 'Fundings that it takes; to others than the sender, those that are there.' }),
    parts_funded: Type.Integer(),
    expires_at: nullableTime('Until when it is kept without any funding; null for ever.'),
    created_at: Type.Integer(),
    updated_at: Type.Integer(),
  },
  { title: 'Plan' },
);
export type PlanResource = Static<typeof PlanResource>;

/** A funding of a plan. */
export const PlanPart = Type.Object(
  {
    part: Type.Integer({ description: 'From 1.' }),
    streams: Type.Integer(),
    status: PlanStatus,
    funding_tx_hash: Nullable(Type.String()),
    category: Nullable(Type.String({ description: 'The category that it made.' })),
  },
  { title: 'PlanPart' },
);

/** Number of streams in each state. */
export const PlanStatuses = Type.Object(
  {
    PENDING: Type.Optional(Type.Integer({ description: 'Not funded yet.' })),
    ACTIVE: Type.Optional(Type.Integer()),
    PAUSED: Type.Optional(Type.Integer()),
    COMPLETED: Type.Optional(Type.Integer()),
    CANCELLED: Type.Optional(Type.Integer()),
  },
  { description: 'How many streams are in which state; states of none are left out.' },
);

/** Schedule of a row. */
export const PlanRowResource = Type.Object({
  row: Type.Integer({ description: 'From 1: its index on the chain.' }),
  recipient: Type.String(),
  label: Nullable(Type.String({ description: "The sender's; null to everybody else." })),
  amount: Amount('All of it.'),
  amount_base: BaseAmount(),
  start: Type.Integer(),
  end: nullableTime('When all has vested; of salaries the end that was asked for, or null.'),
  cliff: nullableTime('Nothing vests before it.'),
  step: Nullable(Type.Integer({ description: 'Seconds; null of what vests by the second.' })),
  interval: NullableEnum(['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'YEARLY'], 'Of salaries.'),
  periods: Nullable(Type.Integer({ description: 'Of salaries: how many are funded.' })),
  amount_per_period: Nullable(Amount('Of salaries.')),
  amount_per_period_base: Nullable(exact(Type.String())),
});

/** A stream of a plan. */
export const PlanStreamResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Of the stream, or payment, once it is funded.' }),
    stream_id: Nullable(Type.String({ description: 'The display id; null before it is funded.' })),
    ...PlanRowResource.properties,
    part: Type.Integer({ description: 'Which funding opens it.' }),
    status: PlanStreamStatus,
    withdrawn_amount: Amount('Paid to the recipient.'),
    withdrawn_amount_base: BaseAmount(),
    claimable_amount: Amount('What can be paid now.'),
    claimable_amount_base: BaseAmount(),
    contract_address: Nullable(Type.String()),
    funding_tx_hash: Nullable(Type.String()),
  },
  { title: 'PlanStream' },
);
export type PlanStreamResource = Static<typeof PlanStreamResource>;

const satoshis = (description: string) =>
  exact(Type.String({ pattern: '^\\d+$', description: `${description} Satoshis.` }));

/** What the fundings of a plan cost. */
export const PlanCosts = Type.Object(
  {
    amount: Amount('What the streams hold together.'),
    amount_base: BaseAmount(),
    satoshis: satoshis('All that leaves the wallet, fees and, of BCH, the amount among it.'),
    fee: satoshis('Of all fundings, as nodes ask now.'),
    bytes: Type.Integer(),
    fundings: Type.Array(
      Type.Object({
        part: Type.Integer(),
        streams: Type.Integer(),
        amount: Amount('What its streams hold.'),
        amount_base: BaseAmount(),
        reserves: satoshis('For the fees of payments; what is not used returns to the sender.'),
        notes: satoshis('What each recipient gets at once, which shows their address and pays a first claim.'),
        companions: satoshis('Beside the tokens of each stream; returned at its end.'),
        beacon: satoshis('What the plan is found by.'),
        fee: satoshis('With as few coins as there can be.'),
        bytes: Type.Integer(),
        satoshis: satoshis('All of these, and of BCH the amount.'),
      }),
      { description: 'One for each transaction to sign.' },
    ),
  },
  { title: 'PlanCosts' },
);
export type PlanCosts = Static<typeof PlanCosts>;
