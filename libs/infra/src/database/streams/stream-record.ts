import type { Insertable, Selectable, Updateable } from 'kysely';
import { chainColumns } from '../transitions/transitions.repository.js';
import type { StreamClaimsTable, StreamsTable } from './stream-tables.js';

type Row = Selectable<StreamsTable>;
type Columns<Name extends keyof Row> = Pick<Row, Name>;

/** Returns the unspent state output; null before funding and after the close. */
const stateOf = (row: Row) => {
  const {
    stateCategory: category,
    stateTxid: txid,
    stateVout: vout,
    stateSatoshis: satoshis,
    stateCommitment: commitment,
  } = row;
  return category === null || txid === null || vout === null || satoshis === null || commitment === null
    ? null
    : { category, txid, vout, satoshis, companion: companionOf(row), commitment };
};

/** Returns the output behind the state that holds a stream's tokens; null where the asset is BCH. */
const companionOf = ({
  stateCompanionSatoshis: satoshis,
  stateTokenAmount: amount,
  stateCompanionNft: nft,
}: Columns<'stateCompanionSatoshis' | 'stateTokenAmount' | 'stateCompanionNft'>) =>
  satoshis === null || amount === null ? null : { satoshis, amount, nft };

/** Returns the confirmed funding; null without one. */
export const fundingOf = ({
  fundingTxHash: txHash,
  fundingVout: vout,
  activatedAt,
  fundedBySender: bySender,
}: Columns<'fundingTxHash' | 'fundingVout' | 'activatedAt' | 'fundedBySender'>) =>
  txHash === null || vout === null || activatedAt === null ? null : { txHash, vout, activatedAt, bySender };

/** Returns the refund of a cancelled stream; null where there is none. */
export const refundOf = ({
  refundAmount: amount,
  refundStatus: status,
  refundTxHash: txHash,
  refundAvailableHeight: availableAtHeight,
}: Columns<'refundAmount' | 'refundStatus' | 'refundTxHash' | 'refundAvailableHeight'>) =>
  amount === null || status === null ? null : { amount, status, txHash, availableAtHeight };

/** Returns the terms of a recurring stream or payment; null for others. */
export const recurringOf = ({
  firstDue,
  periods,
  amountPerPeriod,
  pausable,
}: Columns<'firstDue' | 'periods' | 'amountPerPeriod' | 'pausable'>) =>
  firstDue === null || periods === null || amountPerPeriod === null
    ? null
    : { firstDue, periods, amountPerPeriod, pausable };

/** Returns the terms that only a payment has; null for streams. */
export const paymentOf = ({
  recipientName,
  paymentInterval: interval,
  endDate,
}: Columns<'recipientName' | 'paymentInterval' | 'endDate'>) =>
  interval === null ? null : { recipientName, interval, endDate };

/** Returns what a stream shares with its siblings, and its place among them. */
const placeOf = (row: Row) => ({
  fundingId: row.planFundingId,
  planId: row.planId,
  announcement: row.planAnnouncement,
  group: row.planGroup,
  index: row.planIndex,
  reserve: row.planReserve,
});

/** Returns how many periods are paid and when the next falls due, meaningless while paused; null where none has begun. */
export const progressOf = ({ periodsPaid: paid, nextDue }: Columns<'periodsPaid' | 'nextDue'>) =>
  nextDue === null ? null : { paid, nextDue };

/** Returns the running pause; null unless PAUSED. */
export const pauseOf = ({
  pauseSettled: settled,
  settleAvailableHeight: availableAtHeight,
}: Columns<'pauseSettled' | 'settleAvailableHeight'>) => (settled === null ? null : { settled, availableAtHeight });

/** Returns until when an unfunded stream is kept, Unix seconds; null for ever. */
export const expiresAtOf = ({ status, expiresAt }: Columns<'status' | 'expiresAt'>) =>
  status === 'PENDING' ? expiresAt : null;

export type StreamState = Readonly<NonNullable<ReturnType<typeof stateOf>>>;
type StreamFunding = Readonly<NonNullable<ReturnType<typeof fundingOf>>>;
export type StreamRefundRecord = Readonly<NonNullable<ReturnType<typeof refundOf>>>;
export type RecurringTermsRecord = Readonly<NonNullable<ReturnType<typeof recurringOf>>>;
export type PaymentTermsRecord = Readonly<NonNullable<ReturnType<typeof paymentOf>>>;
export type RecurringProgress = Readonly<NonNullable<ReturnType<typeof progressOf>>>;
type PauseRecord = Readonly<NonNullable<ReturnType<typeof pauseOf>>>;
/** Without `fundingId`: a new plan of one, whose funding is stored with it. */
export type PlanPlaceRecord = Readonly<
  Omit<ReturnType<typeof placeOf>, 'fundingId'> & { fundingId: string | undefined }
>;

/** Columns that are read as one field: the table's checks make each group of them all null or none. */
interface Groups {
  readonly state: StreamState | null;
  readonly funding: StreamFunding | null;
  readonly refund: StreamRefundRecord | null;
  readonly recurring: RecurringTermsRecord | null;
  readonly payment: PaymentTermsRecord | null;
  readonly place: PlanPlaceRecord;
  readonly progress: RecurringProgress | null;
  readonly pause: PauseRecord | null;
}

type GroupedColumn =
  | Extract<keyof Row, `${'state' | 'funding' | 'refund' | 'plan'}${Capitalize<string>}`>
  | keyof (RecurringTermsRecord & PaymentTermsRecord & RecurringProgress)
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
    'status' | 'withdrawnAmount' | 'state' | 'funding' | 'cancelledAt' | 'refund' | 'progress' | 'pause'
  >
>;

/** The fixed part of a stream. None of it changes later. */
export type NewStream = Omit<
  StreamRecord,
  keyof StreamChanges | 'id' | 'streamId' | 'vaultPublic' | 'expiresAt' | 'createdAt' | 'updatedAt'
>;

/**
 * Reads a row. The groups stand before the row: an object that gets properties behind a spread is made some fifty times as
 * slowly.
 */
export const toStreamRecord = (row: Row): StreamRecord => ({
  state: stateOf(row),
  funding: fundingOf(row),
  refund: refundOf(row),
  recurring: recurringOf(row),
  payment: paymentOf(row),
  place: placeOf(row),
  progress: progressOf(row),
  pause: pauseOf(row),
  ...row,
  expiresAt: expiresAtOf(row),
});

/** Returns the columns of a new stream, without its ids. @throws RangeError where its funding is not stored */
export const toNewStreamRow = ({
  recurring,
  payment,
  place,
  ...columns
}: NewStream): Omit<Insertable<StreamsTable>, 'id' | 'streamId'> => {
  if (place.fundingId === undefined) throw new RangeError('The funding of a stream is stored before it');
  return {
    firstDue: recurring?.firstDue ?? null,
    periods: recurring?.periods ?? null,
    amountPerPeriod: recurring?.amountPerPeriod ?? null,
    pausable: recurring?.pausable ?? false,
    recipientName: payment?.recipientName ?? null,
    paymentInterval: payment?.interval ?? null,
    endDate: payment?.endDate ?? null,
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
  ...columns
}: StreamChanges): Updateable<StreamsTable> => ({
  ...(state !== undefined && {
    stateCategory: state?.category ?? null,
    stateTxid: state?.txid ?? null,
    stateVout: state?.vout ?? null,
    stateSatoshis: state?.satoshis ?? null,
    stateTokenAmount: state?.companion?.amount ?? null,
    stateCompanionSatoshis: state?.companion?.satoshis ?? null,
    stateCompanionNft: state?.companion?.nft ?? null,
    stateCommitment: state?.commitment ?? null,
  }),
  ...(funding !== undefined && {
    fundingTxHash: funding?.txHash ?? null,
    fundingVout: funding?.vout ?? null,
    activatedAt: funding?.activatedAt ?? null,
    fundedBySender: funding?.bySender ?? null,
  }),
  ...(refund !== undefined && {
    refundAmount: refund?.amount ?? null,
    refundStatus: refund?.status ?? null,
    refundTxHash: refund?.txHash ?? null,
    refundAvailableHeight: refund?.availableAtHeight ?? null,
  }),
  ...(progress !== undefined && { periodsPaid: progress?.paid ?? 0, nextDue: progress?.nextDue ?? null }),
  ...(pause !== undefined && {
    pauseSettled: pause?.settled ?? null,
    settleAvailableHeight: pause?.availableAtHeight ?? null,
  }),
  ...columns,
});

/** A payment to the recipient. */
export type StreamClaimRecord = Readonly<Selectable<StreamClaimsTable>>;

/** The columns of a stream that transitions change. */
export const STREAM_CHAIN_COLUMNS = [
  'status',
  'withdrawnAmount',
  'stateCategory',
  'stateTxid',
  'stateVout',
  'stateSatoshis',
  'stateTokenAmount',
  'stateCompanionSatoshis',
  'stateCompanionNft',
  'stateCommitment',
  'fundingTxHash',
  'fundingVout',
  'activatedAt',
  'fundedBySender',
  'cancelledAt',
  'refundAmount',
  'refundStatus',
  'refundTxHash',
  'refundAvailableHeight',
  'periodsPaid',
  'nextDue',
  'pauseSettled',
  'settleAvailableHeight',
] as const satisfies readonly (keyof StreamsTable)[];

/** Stores and restores them. */
export const streamChainColumns = chainColumns('streams', STREAM_CHAIN_COLUMNS);
