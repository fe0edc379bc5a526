import type { Insertable, Selectable, Updateable } from 'kysely';
import type { CurrencyPaymentsTable, CurrencyPricesTable } from '../generated/tables.js';
import { columnGroup, type GroupOf, STATE_OUTPUT } from '../sql/column-group.js';
import { chainColumns } from '../transitions/transitions.repository.js';

type Row = Selectable<CurrencyPaymentsTable>;

/** The unspent state output; null before the funding and after the end. */
const stateColumns = columnGroup<Row>()(STATE_OUTPUT);
/** The clock of a notice that runs. */
const clockColumns = columnGroup<Row>()({ txid: 'clockTxid', vout: 'clockVout', satoshis: 'clockSatoshis' });
const fundingColumns = columnGroup<Row>()({
  txHash: 'fundingTxHash',
  vout: 'fundingVout',
  category: 'fundingCategory',
  activatedAt: 'activatedAt',
});

export type CurrencyStateRecord = GroupOf<typeof stateColumns>;
export type CurrencyClockRecord = GroupOf<typeof clockColumns>;
export type CurrencyFundingRecord = GroupOf<typeof fundingColumns>;

/** The columns of a payment that transitions change. */
export const currencyChainColumns = chainColumns('currencyPayments', [
  'status',
  'nextDue',
  'paymentCount',
  'totalPaid',
  'totalReturned',
  ...stateColumns.names,
  ...clockColumns.names,
  ...fundingColumns.names,
]);

/** A payment in a currency as its row says. `expiresAt` is null once it is funded. */
export type CurrencyPaymentRecord = Readonly<
  Omit<
    Row,
    | `state${Capitalize<string>}`
    | `clock${Capitalize<string>}`
    | `funding${Capitalize<string>}`
    | 'activatedAt'
    | 'createdBy'
    | 'createdFrom'
  >
> & {
  readonly state: CurrencyStateRecord | null;
  readonly clock: CurrencyClockRecord | null;
  readonly funding: CurrencyFundingRecord | null;
};

/** What the chain changes in a payment. Fields left out stay as they are. */
export type CurrencyChanges = Partial<CurrencyChainColumns>;

/** What of a payment the chain decides. */
export type CurrencyChainColumns = Pick<
  CurrencyPaymentRecord,
  'status' | 'state' | 'clock' | 'funding' | 'nextDue' | 'paymentCount' | 'totalPaid' | 'totalReturned'
>;

/** A payment before its funding. */
export const UNFUNDED_CURRENCY = {
  status: 'PENDING',
  state: null,
  clock: null,
  funding: null,
  nextDue: null,
  paymentCount: 0,
  totalPaid: 0n,
  totalReturned: 0n,
} as const satisfies CurrencyChainColumns;

/** The fixed part of a payment. None of it changes later. */
export type NewCurrencyPayment = Omit<
  CurrencyPaymentRecord,
  keyof CurrencyChanges | 'id' | 'paymentId' | 'openedWith' | 'expiresAt' | 'createdAt' | 'updatedAt'
>;

/** The price that a step fixed. Messages and signatures hex. */
export type CurrencyPriceRecord = Readonly<Selectable<CurrencyPricesTable>>;
export type NewCurrencyPrice = Readonly<Omit<Insertable<CurrencyPricesTable>, 'paymentId' | 'txHash'>>;

export const toCurrencyRecord = (row: Row): CurrencyPaymentRecord => ({
  state: stateColumns.read(row),
  clock: clockColumns.read(row),
  funding: fundingColumns.read(row),
  ...row,
  expiresAt: row.status === 'PENDING' ? row.expiresAt : null,
});

/** Returns the columns that `changes` sets. */
export const toChangedColumns = ({
  state,
  clock,
  funding,
  ...columns
}: CurrencyChanges): Updateable<CurrencyPaymentsTable> => ({
  ...(state !== undefined && stateColumns.columns(state)),
  ...(clock !== undefined && clockColumns.columns(clock)),
  ...(funding !== undefined && fundingColumns.columns(funding)),
  ...columns,
});
