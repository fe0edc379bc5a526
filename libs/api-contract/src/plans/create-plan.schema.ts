import Type, { type Static } from 'typebox';
import {
  DEFAULT_CANCEL_FILLS,
  FUNDED_PERIODS,
  MAX_CANCEL_FILLS,
  MAX_DESCRIPTION_LENGTH,
  MAX_PLAN_STREAMS,
  PLAN_SCHEDULES,
} from '@weir/kinds';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import { KeylessPayments } from '../locks/create-lock.schema.js';
import { CalendarInput } from '../shared/calendar.schema.js';
import { Address, AmountInput, Answer, Flag, Integer, PLAIN_TEXT, Text, Uuid } from '../shared/fields.schema.js';
import { NullableEnum } from '../shared/marks.js';
import { CreationHeaders, optional, RequestBody, CSV_RULES, IgnoredColumns } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { CreateStreamBody } from '../streams/create-stream-body.schema.js';
import { tokenInput } from '../streams/stream.schema.js';
import { PlanRow, planTimes } from './plan-row.schema.js';
import {
  PlanCosts,
  PlanKind,
  PlanParams,
  PlanPart,
  PlanResource,
  PlanRowResource,
  PlanStatuses,
  PlanTerms,
} from './plan.schema.js';

const EXAMPLE = {
  product: 'vesting',
  start: 1_767_225_600,
  end: 1_893_456_000,
  cliff: 1_798_761_600,
  step: 2_592_000,
  streams: [
    { recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, label: 'Ada' },
    {
      recipient: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku',
      amount: '2',
      shape: { kind: 'upfront-and-tail', upfrontPercent: 10 },
    },
  ],
};

const LOCKS = {
  product: 'lock',
  start: 1_767_225_600,
  end: 1_798_329_600,
  step: 2_592_000,
  csv: 'address,amount,label\nbchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07,1.5,Ada\n',
};

const SALARIES = {
  product: 'recurring',
  calendar: { months: 1, day: 25, time: '09:00', utcOffset: '+01:00' },
  start: 1_767_225_600,
  streams: [
    { recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, label: 'Ada' },
    { recipient: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku', amount: '2' },
  ],
};

const GRANTS = {
  product: 'vesting',
  schedule: 'INSTALLMENTS',
  start: 1_767_225_600,
  calendar: { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' },
  installments: 48,
  cliffInstallment: 12,
  streams: [
    { recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, label: 'Ada' },
    { recipient: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku', amount: '2', cliffInstallment: 1 },
  ],
};

const { cancelable, cancelNoticeBlocks, moveDelayBlocks } = CreateStreamBody.properties;

/** What a plan is created from. Optional fields may be left out or null. */
export const CreatePlanBody = RequestBody(
  {
    product: PlanKind,
    sender: optional(
      Address('Who funds the plan; the caller, who is also the default. With `vaultId` the vault, or omitted.'),
    ),
    vaultId: optional(
      Uuid(
        'The vault that funds it, and is its sender: what returns, returns to the vault. For its creator and signers; they propose each funding next (see `proposal` of the answer), and `sender` is optional.',
      ),
    ),
    ...tokenInput,
    schedule: Type.Optional(
      NullableEnum(
        PLAN_SCHEDULES,
        'Of `vesting`, default `SECONDS`: `start`, `end`, `cliff` and `step`. `INSTALLMENTS`: days of the month. `TRANCHES`: rows with dates and amounts of their own. A plan has one: a funding announces one.',
      ),
    ),
    ...planTimes,
    calendar: optional(CalendarInput),
    cancelable,
    pausable: optional(
      Flag('Of salaries: whether the sender may pause. Default as `cancelable`, and only where that is true.'),
    ),
    cancelNoticeBlocks,
    transferable: optional(
      Flag(
        'Whether recipients may move theirs to another address; enforced by the contract. Default true, but false of locks and where a treasury pays: each announcement makes a cancel void that its signers are still signing.',
      ),
    ),
    moveDelayBlocks,
    cancelFills: optional(
      Integer(
        `Payments of equal parts that a cancel leaves paid for, 1 to ${MAX_CANCEL_FILLS}, default ${DEFAULT_CANCEL_FILLS}: large grants take 65, which locks more for the time of the notice. Not by the calendar, where a cancel reserves nothing.`,
      ),
    ),
    keylessPayments: KeylessPayments(),
    description: optional(
      Type.String({
        maxLength: MAX_DESCRIPTION_LENGTH,
        pattern: PLAIN_TEXT,
        description: 'Text of the sender, shown only to them.',
      }),
    ),
    streams: optional(
      Type.Array(PlanRow, {
        maxItems: MAX_PLAN_STREAMS,
        description: 'The list; it may also be sent, or replaced, by `recipients`.',
      }),
    ),
    csv: optional(
      Text('The list as lines of `address,amount,start,end,cliff,step,label`, instead of `streams`; see `recipients`.'),
    ),
  },
  { title: 'CreatePlan', examples: [EXAMPLE, GRANTS, SALARIES, LOCKS] },
);
export type CreatePlanBody = Static<typeof CreatePlanBody>;

const detail = {
  plan: PlanResource,
  fundings: Type.Array(PlanPart, { description: 'One for each transaction that it takes.' }),
  statuses: PlanStatuses,
};

export const PlanListedResponse = Answer('PlanListedResponse', 'The stored plan and what its fundings cost.', {
  ...detail,
  costs: PlanCosts,
  ignoredColumns: IgnoredColumns(),
  warnings: Warnings(),
  proposal: FundingProposal(),
});
export type PlanListedResponse = Static<typeof PlanListedResponse>;

export const PlanPreviewResponse = Answer('PlanPreviewResponse', 'What a creation would come to.', {
  plan: PlanTerms,
  streams: Type.Array(Type.Object(PlanRowResource.properties, { title: 'PlanRowPreview' }), {
    description: 'Every stream in the order of its index, with its schedule.',
  }),
  costs: PlanCosts,
  ignoredColumns: IgnoredColumns(),
  warnings: Warnings(),
});
export type PlanPreviewResponse = Static<typeof PlanPreviewResponse>;

const LIST_ERRORS = ['INVALID_RECIPIENTS', 'INVALID_AMOUNT', 'PLAN_TOO_LARGE'] as const;

const ERRORS_BY_ROW =
  'Problems of all rows are reported together: `details.errorCount`, and `details.errors` (`row`, of a CSV `line`, `field`, `code`, `reason`) for the first hundred.';

export const previewPlan = route('plans', {
  operationId: 'previewPlan',
  summary: 'See what a plan would come to',
  description: `Every schedule, sums, bytes and costs of each funding; nothing is stored. ${ERRORS_BY_ROW}`,
  security: callerOptional,
  body: CreatePlanBody,
  response: { 200: PlanPreviewResponse },
  errors: [...LIST_ERRORS, 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});

export const createPlan = route('plans', {
  operationId: 'createPlan',
  summary: 'Create a plan',
  description: `Streams, salaries or locks for up to ${MAX_PLAN_STREAMS.toLocaleString('en')} recipients, opened by one signature for each 640 or so (of locks 1,270). What rows leave out the plan says. Nothing of an unfunded list is shown to anybody but its sender. ${ERRORS_BY_ROW}`,
  security: callerRequired,
  headers: CreationHeaders,
  body: CreatePlanBody,
  response: { 200: PlanListedResponse },
  errors: [...LIST_ERRORS, 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});

export const RenewPlanBody = RequestBody(
  {
    periods: optional(
      Type.Integer({ minimum: 1, maximum: FUNDED_PERIODS, description: 'How many are funded; default as before.' }),
    ),
    streams: Type.Optional(
      Type.Array(
        RequestBody({
          streamId: Uuid('Of this plan.'),
          amount: Type.Optional(AmountInput('What each period pays; default as before.')),
          leave: optional(Flag('Whether this one is not renewed.')),
        }),
        { maxItems: MAX_PLAN_STREAMS, description: 'What changes; everybody else goes on as before.' },
      ),
    ),
  },
  { title: 'RenewPlan', examples: [{ periods: 3 }] },
);
export type RenewPlanBody = Static<typeof RenewPlanBody>;

export const RenewPlanResponse = Answer('RenewPlanResponse', 'The stored plan, and who is not in it.', {
  ...PlanListedResponse.properties,
  leftOut: Type.Array(
    Type.Object({
      id: Uuid('Of the stream of before.'),
      recipient: Type.String(),
      code: Type.Enum(['NOT_FUNDED', 'PAUSED', 'CANCELLED', 'LEFT_OUT', 'NO_ADDRESS']),
      reason: Text('For people.'),
    }),
    {
      description: 'Whose stream is paused, cancelled or not funded, was to be left, or moved to where no address is.',
    },
  ),
});
export type RenewPlanResponse = Static<typeof RenewPlanResponse>;

export const renewPlan = route('plans', {
  operationId: 'renewPlan',
  summary: 'Go on where a plan of salaries ends',
  description:
    'Stores a PENDING plan with the people, labels and amounts of this one: of each the first period falls due an interval, or by the calendar a payday, after their own last one, so that none is lost or paid twice. Once only: 409 `WRONG_STATE` names the funded renewal in `details.renewedBy`. The fundings of the first parts of all renewals of a plan spend one coin of the sender, so the network accepts one.',
  security: callerRequired,
  params: PlanParams,
  headers: CreationHeaders,
  body: RenewPlanBody,
  response: { 200: RenewPlanResponse },
  errors: [...LIST_ERRORS, 'FORBIDDEN', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});

/** A list as JSON: as CSV text, or row by row. */
export const PlanRecipientsBody = RequestBody(
  {
    csv: Type.Optional(Text(`Lines of \`address,amount,start,end,cliff,step,label\`. ${CSV_RULES}`)),
    streams: Type.Optional(Type.Array(PlanRow, { maxItems: MAX_PLAN_STREAMS })),
  },
  {
    title: 'PlanRecipients',
    description: 'A list of recipients: one of `csv` and `streams`.',
    examples: [
      { streams: [{ recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07', amount: 1.5, label: 'Ada' }] },
    ],
  },
);
export type PlanRecipientsBody = Static<typeof PlanRecipientsBody>;

export const planRecipients = route('plans', {
  operationId: 'setPlanRecipients',
  summary: 'Send the list of a plan',
  description: `For the sender, until a funding was handed out: the whole list, in the place of the one before. As \`text/csv\`: \`address,amount,start,end,cliff,step,label\`, all but the first two optional, by a header in any order or in this one without. Times are Unix seconds or days of UTC (2027-01-31, 2027-01-31T08:00Z, 31.01.2027). Of salaries a day alone is all of that day at the offset of \`calendar\`: a payday on the day of the end counts. The start of grants by installments is a day at that offset, too. The step of salaries is a word like MONTHLY. Up to ${MAX_PLAN_STREAMS.toLocaleString('en')} rows and 4 MB. Amounts are in BCH, or base units of the token. ${CSV_RULES} ${ERRORS_BY_ROW}`,
  security: callerRequired,
  params: PlanParams,
  headers: CreationHeaders,
  body: {
    content: {
      'application/json': { schema: PlanRecipientsBody },
      'text/csv': {
        schema: Type.Unknown({
          description: 'Lines of `address,amount,start,end,cliff,step,label`.',
          examples: ['address,amount,label\nbchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07,1.5,Ada\n'],
        }),
      },
    },
  },
  response: { 200: PlanListedResponse },
  errors: [...LIST_ERRORS, 'WRONG_STATE'],
});
