import type { ActivityStatus, PaymentInterval, PaymentStatus, StreamType, TokenType } from '@weir/api-contract/words';
import type { Activity, ActivityStats } from '@weir/infra';
import type { Page } from '../shared/paging.js';

/** Which product an activity is of (`TREASURY` is a proposal of a public vault), its status, and figures over all that matches. */
export type { Activity, ActivityStats } from '@weir/infra';

/**
 * A record of any product, as the explorer shows it. Amounts in base units (satoshis for BCH), times in Unix seconds.
 */
export interface ActivityView {
  readonly activityType: Activity;
  /** uuid of the record. */
  readonly id: string;
  /** Display id. */
  readonly streamId: string;
  /** Sender; of a campaign its creator, of a proposal its vault. */
  readonly sender: string;
  /** Recipient; empty for a campaign. */
  readonly recipient: string;
  readonly tokenType: TokenType;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
  /** Vested of a stream, paid of a payment, claimed of a campaign; all of a proposal once it is carried out. */
  readonly vestedAmount: bigint;
  /** How far it is in percent: of a campaign in claims, of a proposal none or all. */
  readonly progressPercentage: number;
  readonly streamType: StreamType | PaymentInterval | 'AIRDROP' | 'PROPOSAL';
  /** The record's own; of a proposal what the explorer makes of it. */
  readonly status: PaymentStatus;
  readonly createdAt: number;
}

/** Filters and place of a page of the explorer; all filters combine. */
export interface ListActivityQuery extends Page {
  readonly type?: 'vesting' | 'payments' | 'airdrops' | 'treasuries' | undefined;
  /** `ALL` is no filter. */
  readonly token?: TokenType | 'ALL' | undefined;
  /** A paused payment counts as ACTIVE. */
  readonly status?: ActivityStatus | undefined;
}

/** A page of the explorer, with figures over everything behind its filter. */
export interface ActivitiesPage {
  /** Newest first. */
  readonly streams: readonly ActivityView[];
  readonly stats: Omit<ActivityStats, 'volumeByToken'> & {
    /** Amounts in base units of the token. */
    readonly volumeByToken: readonly {
      readonly tokenCategory: string;
      readonly amount: bigint;
      readonly pendingAmount: bigint;
    }[];
  };
  readonly nextCursor: string | null;
  /** The locktime that what has vested was computed at. */
  readonly asOf: number;
}
