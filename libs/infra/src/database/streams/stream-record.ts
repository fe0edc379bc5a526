import type { Insertable, Selectable, Updateable } from 'kysely';
import type { EventRecord } from '../events/resource-events.js';
import type { StreamClaimsTable, StreamsTable } from '../generated/tables.js';
import { columnGroup, type GroupOf, type NewGroupOf, STATE_OUTPUT } from '../sql/column-group.js';
import type { TransitionRecord } from '../transitions/transition-record.js';
import { chainColumns } from '../transitions/transitions.repository.js';

type Row = Selectable<StreamsTable>;

const group = columnGroup<Row>();

/** The unspent state output; null before funding and after the close. */
const stateColumns = group(STATE_OUTPUT);
/** The move to another address that is pending; null where none is. */
export const moveColumns = group({ to: 'moveTo', toHash: 'moveToHash' }, { availableAtHeight: 'moveAvailableHeight' });
/** The output behind the state that holds a stream's tokens; null where the asset is BCH. */
const companionColumns = group(
  { satoshis: 'stateCompanionSatoshis', amount: 'stateTokenAmount' },
  { nft: 'stateCompanionNft' },
);
/** The confirmed funding; null without one. */
export const fundingColumns = group(
  { txHash: 'fundingTxHash', vout: 'fundingVout', activatedAt: 'activatedAt' },
  { bySender: 'fundedBySender' },
);
/** The refund of a cancelled stream; null where there is none. */
export const refundColumns = group(
  { amount: 'refundAmount', status: 'refundStatus' },
  { txHash: 'refundTxHash', availableAtHeight: 'refundAvailableHeight' },
);
/** The terms of a recurring stream or payment; null for others. */
export const recurringColumns = group(
  { firstDue: 'firstDue', periods: 'periods', amountPerPeriod: 'amountPerPeriod' },
  { pausable: 'pausable' },
);
/** The columns of installments, of streams and of rows of lists. */
export const GRANT = {
  installments: 'grantInstallments',
  cliff: 'grantCliff',
  allocation: 'grantAllocation',
  released: 'grantReleased',
} as const;
/** The columns of days of the month. Times of day and offsets in seconds. */
export const DAYS = {
  months: 'calendarMonths',
  day: 'calendarDay',
  time: 'calendarTime',
  utcOffset: 'calendarOffset',
} as const;
/** The installments of a stream that vests by the calendar; null for others. */
export const grantColumns = group(GRANT);
/** The days of what is paid by the calendar; null for others. */
export const calendarColumns = group(DAYS, { secondDay: 'calendarSecondDay' });
/** The terms that only a payment has; null for streams. */
export const paymentColumns = group(
  { interval: 'paymentInterval' },
  { recipientName: 'recipientName', endDate: 'endDate' },
);
/** How many periods are paid and when the next falls due, meaningless while paused; null where none has begun. */
export const progressColumns = group({ nextDue: 'nextDue' }, { paid: 'periodsPaid' });
/** The running pause; null unless PAUSED. */
export const pauseColumns = group({ settled: 'pauseSettled' }, { availableAtHeight: 'settleAvailableHeight' });

const stateOf = (row: Row) => {
  const state = stateColumns.read(row);
  return (
    state && {
      ...state,
      companion: companionColumns.read(row),
      movesTo: row.moveToHash,
      lockingBytecode: row.currentBytecode,
    }
  );
};

/** Returns what a stream shares with its siblings, and its place among them. */
const placeOf = (row: Row) => ({
  fundingId: row.planFundingId,
  planId: row.planId,
  announcement: row.planAnnouncement,
  group: row.planGroup,
  index: row.planIndex,
  reserve: row.planReserve,
});

/** Returns until when an unfunded stream is kept, Unix seconds; null for ever. */
export const expiresAtOf = ({ status, expiresAt }: Pick<Row, 'status' | 'expiresAt'>) =>
  status === 'PENDING' ? expiresAt : null;

export type StreamState = Readonly<NonNullable<ReturnType<typeof stateOf>>>;
export type StreamRefundRecord = GroupOf<typeof refundColumns>;
export type RecurringTermsRecord = GroupOf<typeof recurringColumns>;
export type PaymentTermsRecord = GroupOf<typeof paymentColumns>;
export type CalendarTermsRecord = GroupOf<typeof calendarColumns>;
export type GrantTermsRecord = GroupOf<typeof grantColumns>;
export type RecurringProgress = GroupOf<typeof progressColumns>;
/** Without `fundingId`: a new plan of one, whose funding is stored with it. Null of a lock that a claim made. */
export type PlanPlaceRecord = Readonly<
  Omit<ReturnType<typeof placeOf>, 'fundingId'> & { fundingId: string | null | undefined; renews?: string }
>;

/** Columns that are read as one field: the table's checks make each group of them all null or none. */
interface Groups {
  readonly state: StreamState | null;
  readonly funding: GroupOf<typeof fundingColumns> | null;
  readonly refund: StreamRefundRecord | null;
  readonly recurring: RecurringTermsRecord | null;
  readonly payment: PaymentTermsRecord | null;
  readonly calendar: CalendarTermsRecord | null;
  readonly grant: GrantTermsRecord | null;
  readonly place: PlanPlaceRecord;
  readonly progress: RecurringProgress | null;
  readonly pause: GroupOf<typeof pauseColumns> | null;
  readonly move: GroupOf<typeof moveColumns> | null;
}

type GroupedColumn =
  | Extract<keyof Row, `${'state' | 'funding' | 'refund' | 'plan' | 'calendar' | 'grant'}${Capitalize<string>}`>
  | keyof (RecurringTermsRecord & PaymentTermsRecord & RecurringProgress)
  | ('moveTo' | 'moveToHash' | 'moveAvailableHeight')
  | ('activatedAt' | 'fundedBySender' | 'paymentInterval' | 'periodsPaid' | 'pauseSettled' | 'settleAvailableHeight');

/**
 * A stream, or a payment, as its row says. Amounts in base units (satoshis for BCH), times in Unix seconds, hex lower case. `expiresAt`
 * is null once it is funded.
 */
export type StreamRecord = Readonly<Omit<Row, GroupedColumn | 'createdBy' | 'createdFrom'>> & Groups;

/** What the chain changes in a stream. Fields left out stay as they are. */
export type StreamChanges = Partial<
  Pick<
    StreamRecord,
    | ('status' | 'withdrawnAmount' | 'state' | 'funding' | 'cancelledAt' | 'refund' | 'progress' | 'pause')
    | ('move' | 'recipient' | 'recipientHash')
  >
>;

/** The fixed part of a stream. None of it changes later but the recipient, who may move to another address. */
export type NewStream = Omit<
  StreamRecord,
  | Exclude<keyof StreamChanges, 'recipient' | 'recipientHash'>
  | 'currentBytecode'
  | 'contract'
  | 'campaignId'
  | 'moveDelay'
  | 'payment'
  | 'calendar'
  | 'grant'
  | 'trancheList'
  | 'id'
  | 'streamId'
  | 'vaultPublic'
  | 'expiresAt'
  | 'createdAt'
  | 'updatedAt'
> &
  Partial<Pick<StreamRecord, 'contract' | 'campaignId' | 'moveDelay'>> & {
    /** Fields that may be null may also be left out. */
    readonly payment: NewGroupOf<typeof paymentColumns> | null;
    /** Left out of all but what is paid by the calendar. */
    readonly calendar?: NewGroupOf<typeof calendarColumns> | null;
    /** Left out of all but streams that vest by the calendar. */
    readonly grant?: NewGroupOf<typeof grantColumns> | null;
    /** Left out of all but streams of dates and amounts. */
    readonly trancheList?: string | null;
  };

/**
 * Reads a row. The groups are before the row: an object that gets properties behind a spread is made some fifty times as
 * slowly.
 */
export const toStreamRecord = (row: Row): StreamRecord => ({
  state: stateOf(row),
  funding: fundingColumns.read(row),
  refund: refundColumns.read(row),
  recurring: recurringColumns.read(row),
  payment: paymentColumns.read(row),
  calendar: calendarColumns.read(row),
  grant: grantColumns.read(row),
  place: placeOf(row),
  progress: progressColumns.read(row),
  pause: pauseColumns.read(row),
  move: moveColumns.read(row),
  ...row,
  expiresAt: expiresAtOf(row),
});

/** Returns the columns of a new stream, without its ids. @throws RangeError where its funding is not stored */
export const toNewStreamRow = ({
  recurring,
  payment,
  calendar = null,
  grant = null,
  place,
  ...columns
}: NewStream): Omit<Insertable<StreamsTable>, 'id' | 'streamId'> => {
  if (place.fundingId === undefined) throw new RangeError('Stored stream has no funding');
  return {
    ...recurringColumns.columns(recurring),
    pausable: recurring?.pausable ?? false,
    ...paymentColumns.columns(payment),
    ...calendarColumns.columns(calendar),
    ...grantColumns.columns(grant),
    planFundingId: place.fundingId,
    planId: place.planId,
    planAnnouncement: place.announcement,
    planGroup: place.group,
    planIndex: place.index,
    planReserve: place.reserve,
    ...columns,
  };
};

/** Returns the columns that `changes` sets. */
export const toChangedColumns = ({
  state,
  funding,
  refund,
  progress,
  pause,
  move,
  ...columns
}: StreamChanges): Updateable<StreamsTable> => ({
  ...(state !== undefined && {
    ...stateColumns.columns(state),
    ...companionColumns.columns(state?.companion ?? null),
    // Of a lock that has ended it stays: the history there shows its end.
    ...(state !== null && { currentBytecode: state.lockingBytecode }),
  }),
  ...(funding !== undefined && fundingColumns.columns(funding)),
  ...(refund !== undefined && refundColumns.columns(refund)),
  ...(progress !== undefined && { periodsPaid: progress?.paid ?? 0, nextDue: progress?.nextDue ?? null }),
  ...(pause !== undefined && pauseColumns.columns(pause)),
  ...(move !== undefined && moveColumns.columns(move)),
  ...columns,
});

/** A payment to the recipient. */
export type StreamClaimRecord = Readonly<Selectable<StreamClaimsTable>>;

/** A stream with everything that is recorded of it, from one snapshot. */
export interface StreamHistory {
  readonly stream: StreamRecord;
  /** Payments, the oldest first. */
  readonly claims: readonly StreamClaimRecord[];
  /** Steps on the chain, the funding first. */
  readonly transitions: readonly TransitionRecord[];
  /** What happened, the oldest first; steps that were rolled back stay here. */
  readonly events: readonly EventRecord[];
}

/** The columns that a funding sets, beside the status. */
export const FUNDED_COLUMNS = [
  ...stateColumns.names,
  ...companionColumns.names,
  ...fundingColumns.names,
  'nextDue',
] as const;

/** The columns of a stream that transitions change. */
export const STREAM_CHAIN_COLUMNS = [
  'status',
  'withdrawnAmount',
  'cancelledAt',
  'periodsPaid',
  ...FUNDED_COLUMNS,
  ...refundColumns.names,
  ...pauseColumns.names,
  ...moveColumns.names,
  'recipient',
  'recipientHash',
  'currentBytecode',
] as const;

/** Stores and restores them. */
export const streamChainColumns = chainColumns('streams', STREAM_CHAIN_COLUMNS);
