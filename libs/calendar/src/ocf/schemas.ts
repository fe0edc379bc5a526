import Type, { type TObject, type TProperties } from 'typebox';
import { ALLOCATIONS } from '@weir/kinds';

// The objects of the Open Cap Table Format, version 1, as far as an import reads them. Names of fields and words are the format's; see the
// notice in the README. A field that is allowed and not read is `unread`.

/** Longest number: no share count has more digits, and long ones are slow to compute with. */
const NUMBER_LENGTH = 40;
const unread = Type.Optional(Type.Unknown());
const id = Type.String({ minLength: 1, maxLength: 300 });
/** 2027-01-31; whether the day exists is checked when it is read. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const date = Type.String({ pattern: DATE_PATTERN });
/** Digits, and up to ten behind a point. The format allows a sign; no amount of a grant has one. */
export const NUMBER_PATTERN = '^[0-9]+(\\.[0-9]{1,10})?$';
const numeric = Type.String({ pattern: NUMBER_PATTERN, maxLength: NUMBER_LENGTH });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

const strict = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });

const object = { id, object_type: Type.String(), comments: unread } as const;
const transaction = { ...object, security_id: id, date } as const;

export const TERMS = strict({
  ...object,
  name: Type.String(),
  description: Type.String(),
  allocation_type: Type.Enum([...ALLOCATIONS, 'FRACTIONAL']),
  vesting_conditions: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 1_000 }),
});

export const CONDITION = strict({
  id,
  description: Type.Optional(Type.String()),
  portion: Type.Optional(
    strict({ numerator: numeric, denominator: numeric, remainder: Type.Optional(Type.Boolean()) }),
  ),
  quantity: Type.Optional(numeric),
  trigger: Type.Object({ type: Type.String() }),
  next_condition_ids: Type.Array(id, { uniqueItems: true }),
});

const periodFields = { length: count, occurrences: Type.Integer({ minimum: 1, maximum: 1_000_000 }) } as const;
const twoDigits = (day: number): string => String(day).padStart(2, '0');
const DAYS_OF_MONTH = [
  ...Array.from({ length: 28 }, (_, index) => twoDigits(index + 1)),
  '29_OR_LAST_DAY_OF_MONTH',
  '30_OR_LAST_DAY_OF_MONTH',
  '31_OR_LAST_DAY_OF_MONTH',
  'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
];

/** Periods, by their unit. */
export const PERIODS = {
  DAYS: strict({ type: Type.Literal('DAYS'), ...periodFields, cliff_installment: Type.Optional(count) }),
  MONTHS: strict({
    type: Type.Literal('MONTHS'),
    ...periodFields,
    cliff_installment: Type.Optional(count),
    day_of_month: Type.Enum(DAYS_OF_MONTH),
  }),
} as const;

/** Triggers of conditions, by their type. */
export const TRIGGERS = {
  VESTING_START_DATE: strict({ type: Type.Literal('VESTING_START_DATE') }),
  VESTING_EVENT: strict({ type: Type.Literal('VESTING_EVENT') }),
  VESTING_SCHEDULE_ABSOLUTE: strict({ type: Type.Literal('VESTING_SCHEDULE_ABSOLUTE'), date }),
  VESTING_SCHEDULE_RELATIVE: strict({
    type: Type.Literal('VESTING_SCHEDULE_RELATIVE'),
    period: Type.Object({ type: Type.String() }),
    relative_to_condition_id: id,
  }),
} as const;

const issuance = {
  ...transaction,
  custom_id: Type.String(),
  stakeholder_id: id,
  board_approval_date: unread,
  stockholder_approval_date: unread,
  consideration_text: unread,
  security_law_exemptions: Type.Array(Type.Unknown()),
  vesting_terms_id: Type.Optional(id),
  vestings: Type.Optional(Type.Array(strict({ date, amount: numeric }), { minItems: 1, maxItems: 10_000 })),
} as const;
const equityCompensation = strict({
  ...issuance,
  stock_plan_id: Type.Optional(id),
  stock_class_id: Type.Optional(id),
  compensation_type: Type.String(),
  option_grant_type: unread,
  quantity: numeric,
  exercise_price: unread,
  base_price: unread,
  early_exercisable: unread,
  expiration_date: Type.Unknown(),
  termination_exercise_windows: Type.Array(Type.Unknown()),
});

/** Transactions that issue a security which can vest. */
export const ISSUANCES = {
  TX_EQUITY_COMPENSATION_ISSUANCE: equityCompensation,
  TX_PLAN_SECURITY_ISSUANCE: equityCompensation,
  TX_STOCK_ISSUANCE: strict({
    ...issuance,
    stock_class_id: id,
    stock_plan_id: Type.Optional(id),
    share_numbers_issued: unread,
    share_price: Type.Unknown(),
    quantity: numeric,
    cost_basis: unread,
    stock_legend_ids: Type.Array(Type.Unknown()),
    issuance_type: unread,
  }),
  TX_WARRANT_ISSUANCE: strict({
    ...issuance,
    quantity: Type.Optional(numeric),
    exercise_price: unread,
    purchase_price: Type.Unknown(),
    exercise_triggers: Type.Array(Type.Unknown()),
    warrant_expiration_date: unread,
    quantity_source: unread,
  }),
} as const;

/** Transactions that say when something vests. */
export const VESTING_TRANSACTIONS = {
  TX_VESTING_START: strict({ ...transaction, vesting_condition_id: id }),
  TX_VESTING_EVENT: strict({ ...transaction, vesting_condition_id: id }),
  TX_VESTING_ACCELERATION: strict({ ...transaction, quantity: numeric, reason_text: Type.String() }),
} as const;

/** What an import reads of all other transactions. */
export const OTHER_TRANSACTION = Type.Object({
  id,
  object_type: Type.String({ pattern: '^(TX|CE)_[A-Z_]{1,80}$' }),
  date,
  security_id: Type.Optional(id),
  security_ids: Type.Optional(Type.Array(id)),
  stock_class_id: Type.Optional(id),
});

const emails = Type.Optional(Type.Array(Type.Object({ email_address: Type.String() })));
export const STAKEHOLDER = strict({
  ...object,
  name: strict({ legal_name: Type.String(), first_name: unread, last_name: unread }),
  stakeholder_type: Type.String(),
  issuer_assigned_id: Type.Optional(Type.String()),
  current_relationship: unread,
  current_relationships: unread,
  current_status: unread,
  primary_contact: Type.Optional(Type.Object({ emails })),
  contact_info: Type.Optional(Type.Object({ emails })),
  addresses: unread,
  tax_ids: unread,
});

/** What an import reads of a stock plan: the classes that its securities become. */
export const STOCK_PLAN = Type.Object({
  id,
  stock_class_id: Type.Optional(id),
  stock_class_ids: Type.Optional(Type.Array(id)),
});

/** A file of the format: the kind of its items, and the items. */
export const FILE = Type.Object({ file_type: Type.String(), items: Type.Optional(Type.Array(Type.Unknown())) });

const listed = Type.Optional(Type.Array(Type.Object({ filepath: Type.String(), md5: Type.String() })));
/** What an import reads of a manifest. */
export const MANIFEST = Type.Object({
  ocf_version: Type.String({ pattern: '^1\\.[0-9]+\\.[0-9]+' }),
  file_type: Type.Literal('OCF_MANIFEST_FILE'),
  vesting_terms_files: listed,
  transactions_files: listed,
  stakeholders_files: listed,
  stock_plans_files: listed,
});
