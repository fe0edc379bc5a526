import type { OcfFile } from '../src/ocf/index.js';

export type Json = Readonly<Record<string, unknown>>;

/** Encodes a value as a file of a package. */
export const fileOf = (name: string, content: unknown): OcfFile => ({
  name,
  bytes: new TextEncoder().encode(JSON.stringify(content)),
});

export const relative = (to: string, period: Json): Json => ({
  type: 'VESTING_SCHEDULE_RELATIVE',
  period,
  relative_to_condition_id: to,
});

export const months = (length: number, occurrences: number, more: Json = {}): Json => ({
  length,
  type: 'MONTHS',
  occurrences,
  day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
  ...more,
});

export const days = (length: number, occurrences: number, more: Json = {}): Json => ({
  length,
  type: 'DAYS',
  occurrences,
  ...more,
});

export const START: Json = {
  id: 'start',
  quantity: '0',
  trigger: { type: 'VESTING_START_DATE' },
  next_condition_ids: ['monthly'],
};

/** Four years of months with a cliff of one year. */
export const MONTHLY: Json = {
  id: 'monthly',
  portion: { numerator: '1', denominator: '48' },
  trigger: relative('start', months(1, 48, { cliff_installment: 12 })),
  next_condition_ids: [],
};

export const TERMS: Json = {
  id: 'terms',
  object_type: 'VESTING_TERMS',
  name: 'Four years',
  description: 'Monthly over four years with a cliff of one year',
  allocation_type: 'CUMULATIVE_ROUNDING',
  vesting_conditions: [START, MONTHLY],
};

export const ISSUANCE: Json = {
  id: 'grant-1',
  object_type: 'TX_STOCK_ISSUANCE',
  security_id: 'security-1',
  date: '2026-01-31',
  custom_id: 'CS-1',
  stakeholder_id: 'ada',
  security_law_exemptions: [],
  stock_class_id: 'common',
  share_price: { amount: '1.00', currency: 'USD' },
  stock_legend_ids: [],
  quantity: '1000007',
  vesting_terms_id: 'terms',
};

export const VESTING_START: Json = {
  id: 'start-1',
  object_type: 'TX_VESTING_START',
  security_id: 'security-1',
  date: '2026-01-31',
  vesting_condition_id: 'start',
};

export const ADA: Json = {
  id: 'ada',
  object_type: 'STAKEHOLDER',
  name: { legal_name: 'Ada Lovelace' },
  stakeholder_type: 'INDIVIDUAL',
  issuer_assigned_id: 'E-7',
  contact_info: { emails: [{ email_address: 'ada@example.org', email_type: 'BUSINESS' }] },
};

/** What a package has; its parts replace those of a sound one. */
export interface Parts {
  readonly terms?: readonly unknown[];
  readonly transactions?: readonly unknown[];
  readonly stakeholders?: readonly unknown[];
  readonly plans?: readonly unknown[];
}

/** Returns the files of a package with one grant. */
export const filesOf = ({
  terms = [TERMS],
  transactions = [ISSUANCE, VESTING_START],
  stakeholders = [ADA],
  plans = [],
}: Parts = {}): readonly OcfFile[] => [
  fileOf('VestingTerms.ocf.json', { file_type: 'OCF_VESTING_TERMS_FILE', items: terms }),
  fileOf('Transactions.ocf.json', { file_type: 'OCF_TRANSACTIONS_FILE', items: transactions }),
  fileOf('Stakeholders.ocf.json', { file_type: 'OCF_STAKEHOLDERS_FILE', items: stakeholders }),
  fileOf('StockPlans.ocf.json', { file_type: 'OCF_STOCK_PLANS_FILE', items: plans }),
];

export const ADDRESS = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
export const OTHER_ADDRESS = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
export const OPTIONS = { decimals: 0, least: 1n, time: 0n, utcOffset: 0n, addresses: new Map([['ada', ADDRESS]]) };
