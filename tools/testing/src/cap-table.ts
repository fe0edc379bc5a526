/** A file of a package of the Open Cap Table Format. */
export interface CapTableFile {
  readonly name: string;
  readonly text: string;
}

/** What differs from a sound package of one grant: 4,800 shares, monthly over four years, with a cliff of one. */
export interface CapTableOptions {
  readonly quantity?: string;
  /** When the grants start to vest: 2027-01-31. */
  readonly start?: string;
  /** Numbers of further grants, which have no vesting start. */
  readonly withoutStart?: readonly string[];
  /** Further grants, from CS-2 on, which vest as the first one does. */
  readonly others?: number;
}

const file = (name: string, type: string, items: readonly object[]): CapTableFile => ({
  name: `${name}.ocf.json`,
  text: JSON.stringify({ file_type: type, items }),
});

const issuance = (number: string, quantity: string) => ({
  id: number,
  object_type: 'TX_STOCK_ISSUANCE',
  security_id: `security of ${number}`,
  date: '2027-01-31',
  custom_id: number,
  stakeholder_id: 'ada',
  security_law_exemptions: [],
  stock_class_id: 'common',
  share_price: { amount: '1.00', currency: 'USD' },
  stock_legend_ids: [],
  quantity,
  vesting_terms_id: 'terms',
});

const START = { id: 'start', quantity: '0', trigger: { type: 'VESTING_START_DATE' }, next_condition_ids: ['monthly'] };

const MONTHLY = {
  id: 'monthly',
  portion: { numerator: '1', denominator: '48' },
  trigger: {
    type: 'VESTING_SCHEDULE_RELATIVE',
    relative_to_condition_id: 'start',
    period: {
      length: 1,
      type: 'MONTHS',
      occurrences: 48,
      day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
      cliff_installment: 12,
    },
  },
  next_condition_ids: [],
};

const startOf = (number: number, date: string) => ({
  id: `start-${number}`,
  object_type: 'TX_VESTING_START',
  security_id: `security of CS-${number}`,
  date,
  vesting_condition_id: 'start',
});

/** Returns the files of a package: the grant CS-1 of Ada Lovelace, which starts on 31 January 2027. */
export const capTable = ({
  quantity = '4800',
  start = '2027-01-31',
  withoutStart = [],
  others = 0,
}: CapTableOptions = {}): readonly CapTableFile[] => [
  file('VestingTerms', 'OCF_VESTING_TERMS_FILE', [
    {
      id: 'terms',
      object_type: 'VESTING_TERMS',
      name: 'Four years',
      description: 'Monthly over four years',
      allocation_type: 'CUMULATIVE_ROUNDING',
      vesting_conditions: [START, MONTHLY],
    },
  ]),
  file('Transactions', 'OCF_TRANSACTIONS_FILE', [
    ...Array.from({ length: 1 + others }, (_, place) => [
      issuance(`CS-${place + 1}`, quantity),
      startOf(place + 1, start),
    ]).flat(),
    ...withoutStart.map((number) => issuance(number, quantity)),
  ]),
  file('Stakeholders', 'OCF_STAKEHOLDERS_FILE', [
    { id: 'ada', object_type: 'STAKEHOLDER', name: { legal_name: 'Ada Lovelace' }, stakeholder_type: 'INDIVIDUAL' },
  ]),
];
