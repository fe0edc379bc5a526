import type { Selectable } from 'kysely';
import type { AirdropStatus, PaymentInterval, ProposalStatus } from '@weir/api-contract/words';
import type { AirdropCampaignsTable } from '../airdrops/airdrop-tables.js';
import { recurringOf, type RecurringTermsRecord } from '../streams/stream-record.js';
import type { StreamsTable, StreamStatus } from '../streams/stream-tables.js';

type StreamRow = Readonly<Selectable<StreamsTable>>;
type CampaignRow = Readonly<Selectable<AirdropCampaignsTable>>;

/**
 * What the explorer shows of every record. The sender of a proposal is its vault; a campaign has no recipient: it is empty. Amounts in
 * base units (satoshis for BCH), times in Unix seconds.
 */
interface CommonActivity extends Pick<
  StreamRow,
  'id' | 'sender' | 'recipient' | 'tokenType' | 'tokenCategory' | 'totalAmount' | 'createdAt'
> {
  readonly displayId: string;
}

interface StreamActivityRow
  extends
    CommonActivity,
    Pick<StreamRow, 'withdrawnAmount' | 'streamType' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds'>,
    Pick<StreamRow, 'firstDue' | 'periods' | 'amountPerPeriod' | 'pausable'> {
  readonly activity: 'STREAM';
  readonly status: StreamStatus;
  /** Whether its state is there, unspent. */
  readonly isOpen: boolean;
}

/** A stream, with the terms its vesting is computed from. */
export interface StreamActivity extends StreamActivityRow {
  readonly recurring: RecurringTermsRecord | null;
}

/** A payment in the explorer, with its periods. */
export interface PaymentActivity extends CommonActivity, Pick<StreamRow, 'withdrawnAmount'> {
  readonly activity: 'PAYMENT';
  readonly status: StreamStatus;
  readonly paymentInterval: PaymentInterval;
}

/** A campaign in the explorer, with its claims. */
export interface AirdropActivity extends CommonActivity {
  readonly activity: 'AIRDROP';
  readonly status: AirdropStatus;
  readonly claimedAmount: bigint;
  readonly claimedCount: number;
  /** Null while its list is missing. */
  readonly maxClaims: CampaignRow['claims'];
}

/** A proposal of a public vault. */
export interface TreasuryActivity extends CommonActivity {
  readonly activity: 'TREASURY';
  readonly status: ProposalStatus;
}

/** A row as a page's query returns it; columns of other products are null. */
export type ActivityRow = StreamActivityRow | PaymentActivity | AirdropActivity | TreasuryActivity;

/** A record of any product in the explorer. */
export type ActivityRecord = StreamActivity | Exclude<ActivityRow, StreamActivityRow>;

/** Reads a row. */
export const toActivityRecord = (row: ActivityRow): ActivityRecord =>
  row.activity === 'STREAM' ? { recurring: recurringOf(row), ...row } : row;
