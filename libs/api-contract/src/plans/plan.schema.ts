import Type, { type Static } from 'typebox';
import { PAYMENT_PERIODS, PAYMENT_STATUSES, PLAN_KINDS, PLAN_SCHEDULES, PLAN_STATUSES } from '@weir/kinds';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import { PlanCalendar } from '../shared/calendar.schema.js';
import {
  Amount,
  amountFields,
  Answer,
  AsOf,
  BaseAmount,
  exact,
  Flag,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable, NullableEnum } from '../shared/marks.js';
import { idParams, nextCursor, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { StreamCalendar, StreamTranche } from '../streams/grant.schema.js';
import { PendingMove, TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

/** Path parameters of a single plan. */
export const PlanParams = idParams('plan');

/** Product of a plan. */
export const PlanKind = Type.Enum([...PLAN_KINDS], {
  description:
    '`vesting`: grants, which become streams. `recurring`: salaries, which become payments. `lock`: grants that nobody can take back, which become locks.',
});
export type PlanKind = Static<typeof PlanKind>;

/** Status of a plan, or of a part of one. */
export const PlanStatus = Type.Enum([...PLAN_STATUSES], {
  description: '`PENDING` until a funding is confirmed; a plan is `ACTIVE` once any of its parts is.',
});
export type PlanStatus = Static<typeof PlanStatus>;

export const PlanStreamStatus = Type.Enum([...PAYMENT_STATUSES], {
  description: 'As of streams and payments; `PENDING` until the part it belongs to is funded.',
});

const nullableTime = (description: string) => IntegerOrNull(`${description} Unix seconds.`);

/** Terms that all streams of a plan share. */
export const PlanTerms = Type.Object({
  product: PlanKind,
  sender: Type.String(),
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  cancelable: Type.Boolean(),
  pausable: Flag('Of salaries.'),
  cancel_notice_blocks: Type.Integer(),
  payment_fee: Integer("Satoshis that a payment which leaves something may take of a stream's reserve; 0 of locks."),
  reserve_floor: Integer(
    'Satoshis that the last payment, a refund or a settling may take, and that no other payment does; 0 of locks.',
  ),
  cancel_fills: Integer('Payments that a cancel leaves paid for; 0 of locks, and by the calendar.'),
  schedule: NullableEnum(PLAN_SCHEDULES, 'How grants vest; null of salaries and locks.'),
  calendar: Nullable(PlanCalendar),
  transferable: Flag('Whether recipients may move to another address; of locks only where their sender asked for it.'),
  move_delay_blocks: Integer(
    'Blocks between the announcement of another address and the move to it; 0 where they are not transferable.',
  ),
});

export const PlanResource = Type.Object(
  {
    id: Uuid(),
    plan_id: Text('The display id.', { examples: ['#WEIR-PLAN-000001'] }),
    ...PlanTerms.properties,
    vault_id: TextOrNull('The vault that funds it; null to others than its members.'),
    description: TextOrNull('Text of the sender, shown only to them.'),
    status: PlanStatus,
    streams: Integer('How many there are; to others than the sender, how many are funded.'),
    ...amountFields('total_amount', 'What they hold together.'),
    parts: Integer('Fundings that it takes; to others than the sender, those that are there.'),
    parts_funded: Type.Integer(),
    expires_at: nullableTime('Until when it is kept without any funding; null for ever.'),
    created_at: Type.Integer(),
    updated_at: Type.Integer(),
  },
  { title: 'Plan' },
);

export const PlanPart = Type.Object(
  {
    part: Integer('From 1.'),
    streams: Type.Integer(),
    status: PlanStatus,
    funding_tx_hash: Nullable(Type.String()),
    category: TextOrNull('The category that it made; empty of locks, which make none.'),
  },
  { title: 'PlanPart' },
);

/** Number of streams in each state. */
export const PlanStatuses = Type.Object(
  {
    PENDING: Type.Optional(Integer('Not funded yet.')),
    ACTIVE: Type.Optional(Type.Integer()),
    PAUSED: Type.Optional(Type.Integer()),
    COMPLETED: Type.Optional(Type.Integer()),
    CANCELLED: Type.Optional(Type.Integer()),
  },
  { description: 'The number of streams in each state; states without streams are omitted.' },
);

/** Schedule of a row. */
export const PlanRowResource = Type.Object({
  row: Integer('From 1: its index on the chain.'),
  recipient: Type.String(),
  label: TextOrNull("The sender's; null to everybody else."),
  amount: Amount('All of it.'),
  amount_base: BaseAmount(),
  start: Type.Integer(),
  end: nullableTime('When all has vested; of salaries the requested end, or null.'),
  cliff: nullableTime('Nothing vests before it.'),
  step: IntegerOrNull('Seconds; null of what vests by the second, and by the calendar.'),
  interval: NullableEnum(PAYMENT_PERIODS, 'Of salaries; `CALENDAR` where the plan has a `calendar`.'),
  periods: IntegerOrNull('Of salaries: how many are funded.'),
  amount_per_period: Nullable(Amount('Of salaries.')),
  amount_per_period_base: Nullable(exact(Type.String())),
  calendar: Nullable(StreamCalendar),
  tranches: Nullable(Type.Array(StreamTranche, { description: 'Dates and amounts of a row of `TRANCHES`.' })),
});

export const PlanStreamResource = Type.Object(
  {
    id: Uuid('Of the stream, or payment, once it is funded.'),
    stream_id: TextOrNull('The display id; null before it is funded.'),
    ...PlanRowResource.properties,
    part: Integer('Which funding opens it.'),
    status: PlanStreamStatus,
    next_payment_date: nullableTime('Of salaries: when the next falls due; null while paused, and where none is left.'),
    ...amountFields('withdrawn_amount', 'Paid to the recipient.'),
    ...amountFields('claimable_amount', 'What can be paid now.'),
    contract_address: Nullable(Type.String()),
    pending_move: Nullable(PendingMove),
    funding_tx_hash: Nullable(Type.String()),
  },
  { title: 'PlanStream' },
);
export type PlanStreamResource = Static<typeof PlanStreamResource>;

const satoshis = (description: string) =>
  exact(Type.String({ pattern: '^\\d+$', description: `${description} Satoshis.` }));

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
        reserves: satoshis(
          'For the fees of payments; what is not used returns to the sender, and of locks goes to the recipient.',
        ),
        notes: satoshis('What each recipient gets at once, which shows their address and pays a first claim.'),
        companions: satoshis('Beside the tokens of each stream; returned at its end.'),
        beacon: satoshis('What the plan is found by.'),
        carriers: satoshis('What announces the tranches. A sender with a key can gather it later.'),
        fee: satoshis('With as few coins as there can be.'),
        bytes: Type.Integer(),
        satoshis: satoshis('All of these, and of BCH the amount.'),
      }),
      { description: 'One for each transaction to sign.' },
    ),
  },
  { title: 'PlanCosts' },
);

export const ListPlansQuery = Type.Object({
  product: Type.Optional(PlanKind),
  status: Type.Optional(PlanStatus),
  vaultId: Type.Optional(Uuid('A vault whose plans are listed instead, for its creator and signers.')),
  ...pageQuery('Plans'),
});
export type ListPlansQuery = Static<typeof ListPlansQuery>;

export const ListPlansResponse = Answer('ListPlansResponse', "A page of the caller's plans.", {
  plans: Type.Array(PlanResource, { description: 'The newest first.' }),
  total: Integer('How many match, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListPlansResponse = Static<typeof ListPlansResponse>;

export const listPlans = route('plans', {
  operationId: 'listPlans',
  summary: "List the caller's plans",
  description:
    'Plans that the caller or a vault of theirs sends. What they receive is listed among streams and payments.',
  security: callerRequired,
  querystring: ListPlansQuery,
  response: { 200: ListPlansResponse },
  errors: ['NOT_FOUND'],
});

export const ListLabelsQuery = Type.Object({
  vaultId: Type.Optional(Uuid('A vault whose labels are listed instead, for its creator and signers.')),
  ...pageQuery('Labels'),
});
export type ListLabelsQuery = Static<typeof ListLabelsQuery>;

export const ListLabelsResponse = Answer('ListLabelsResponse', "A page of the caller's labels.", {
  labels: Type.Array(
    Named('PlanLabel', 'What the sender of a plan called a recipient.', {
      plan_id: Uuid('The `id` of the plan.'),
      stream_id: Uuid('The `id` of the stream, payment or lock, which has a record once it is funded.'),
      recipient: Text('Their address.'),
      label: Text('As the list has it.'),
    }),
    { description: 'Those of the newest plan first, in the order of its list.' },
  ),
  nextCursor: nextCursor(),
});
export type ListLabelsResponse = Static<typeof ListLabelsResponse>;

export const listPlanLabels = route('plans', {
  operationId: 'listPlanLabels',
  summary: "List the caller's labels",
  description:
    'What the caller, or a vault of theirs, called the recipients of its plans. Streams, payments, events and the explorer are public and have no labels: a client that shows them to their sender takes the labels from here.',
  security: callerRequired,
  querystring: ListLabelsQuery,
  response: { 200: ListLabelsResponse },
  errors: ['NOT_FOUND'],
});

export const GetPlanResponse = Answer('GetPlanResponse', 'The plan and its fundings.', {
  plan: PlanResource,
  fundings: Type.Array(PlanPart),
  statuses: PlanStatuses,
  proposal: FundingProposal(),
});
export type GetPlanResponse = Static<typeof GetPlanResponse>;

const PRIVATE =
  'Before any funding a plan is shown to its sender (of a vault to its creator and signers) alone; then to others what of it is on the chain, without labels and description.';

export const getPlan = route('plans', {
  operationId: 'getPlan',
  summary: 'Get a plan with its fundings',
  description: PRIVATE,
  security: callerOptional,
  params: PlanParams,
  response: { 200: GetPlanResponse },
});

export const PlanStreamsResponse = Answer('PlanStreamsResponse', 'A page of the streams of a plan.', {
  plan: PlanResource,
  streams: Type.Array(PlanStreamResource, { description: 'In the order of the list.' }),
  total: Type.Integer(),
  nextCursor: nextCursor(),
});
export type PlanStreamsResponse = Static<typeof PlanStreamsResponse>;

export const planStreams = route('plans', {
  operationId: 'listPlanStreams',
  summary: 'List the streams of a plan',
  description: PRIVATE,
  security: callerOptional,
  params: PlanParams,
  querystring: Type.Object(pageQuery('Streams')),
  response: { 200: PlanStreamsResponse },
});

const PlanPayday = Named('PlanPayday', 'What falls due of a plan, or was paid of it, at one time.', {
  at: Integer('Unix seconds: when it falls due or unlocks; of what was paid the start of the UTC day.'),
  amount: Amount('All of it.'),
  amount_base: BaseAmount(),
  recipients: Integer('How many people it goes to, or went to.'),
});

export const PlanPaydaysResponse = Answer('PlanPaydaysResponse', 'The paydays of a plan of salaries or locks.', {
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  asOf: AsOf(),
  paydays: Type.Array(PlanPayday, {
    description:
      'Periods that are funded and not paid, the soonest first, 366 at most. Those up to `asOf` are due: they wait to be claimed. Paused salaries are not among them. Of locks the cliffs, the steps and the ends: what unlocks by the second counts at its end.',
  }),
  paid: Type.Array(PlanPayday, { description: 'What was paid, by day, the latest first, 366 at most.' }),
});
export type PlanPaydaysResponse = Static<typeof PlanPaydaysResponse>;

export const planPaydays = route('plans', {
  operationId: 'listPlanPaydays',
  summary: 'List the paydays of a plan of salaries or locks',
  description: `What falls due and when, over all people of the plan, and what was paid. ${PRIVATE}`,
  security: callerOptional,
  params: PlanParams,
  response: { 200: PlanPaydaysResponse },
});
