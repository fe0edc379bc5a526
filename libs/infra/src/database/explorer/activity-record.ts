import type { AirdropStatus, PaymentInterval, ProposalStatus, StreamType, TokenType } from '@weir/api-contract/words';
import type { RecurringTermsRecord } from '../streams/stream-record.js';
import type { StreamStatus } from '../streams/stream-tables.js';

/** What the explorer shows of every record. Amounts in base units (satoshis for BCH), times in Unix seconds. */
interface CommonActivity {
  /** uuid of the record. */
  readonly id: string;
  readonly displayId: string;
  readonly sender: string;
  /** Empty for a campaign. */
  readonly recipient: string;
  readonly tokenType: TokenType;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
  readonly createdAt: number;
}

/** A stream, with the terms its vesting is computed from. */
export interface StreamActivity extends CommonActivity {
  readonly activity: 'STREAM';
  readonly status: StreamStatus;
  readonly withdrawnAmount: bigint;
  readonly streamType: StreamType;
  readonly startTime: number;
  readonly endTime: number;
  readonly cliffTimestamp: number | null;
  readonly intervalSeconds: number | null;
  readonly recurring: RecurringTermsRecord | null;
  /** Whether its state is there, unspent. */
  readonly isOpen: boolean;
}

/** A payment in the explorer, with its periods. */
export interface PaymentActivity extends CommonActivity {
  readonly activity: 'PAYMENT';
  readonly status: StreamStatus;
  readonly interval: PaymentInterval;
  readonly totalPaid: bigint;
}

/** A campaign in the explorer, with its claims. */
export interface AirdropActivity extends CommonActivity {
  readonly activity: 'AIRDROP';
  readonly status: AirdropStatus;
  readonly claimedAmount: bigint;
  readonly claimedCount: number;
  /** Null while its list is missing. */
  readonly maxClaims: number | null;
}

/** A proposal of a public vault; its sender is the vault. */
export interface TreasuryActivity extends CommonActivity {
  readonly activity: 'TREASURY';
  readonly status: ProposalStatus;
}

/** A record of any product in the explorer. */
export type ActivityRecord = StreamActivity | PaymentActivity | AirdropActivity | TreasuryActivity;
