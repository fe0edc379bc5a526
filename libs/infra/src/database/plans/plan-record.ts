import type { PaymentInterval, PlanStatus, TokenType } from '@weir/api-contract/words';
import type { NewStream } from '../streams/stream-record.js';
import type { PlanProductName } from './plan-tables.js';

/** The fixed part of a plan made of a list; plans of one have none. Amounts in satoshis, hex lower case. */
export interface NewPlan {
  readonly product: PlanProductName;
  readonly sender: string;
  /** See `partyKey`. */
  readonly senderHash: string;
  readonly tokenCategory: string | null;
  /** 16 bytes, hex: of all its fundings. */
  readonly nonce: string;
  readonly feeBound: bigint;
  readonly cancelFills: number;
  readonly vaultId: string | null;
  readonly description: string | null;
}

/** A plan as the database stores it. */
export interface PlanRecord extends NewPlan {
  /** uuid. */
  readonly id: string;
  /** Display id, `#WEIR-PLAN-000001`. */
  readonly planId: string;
  readonly tokenType: TokenType;
  /** Defaults of its rows, in a form that only its writer reads. */
  readonly defaults: unknown;
  /** Streams of its list. */
  readonly recipients: number;
  /** What they hold together, base units. */
  readonly principal: bigint;
  /** When a funding of it was handed out to be signed, Unix seconds; null before. */
  readonly offeredAt: number | null;
  /** ACTIVE once a funding of it is. */
  readonly status: PlanStatus;
  /** Until when it is kept without any funding, Unix seconds; null for ever. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One funding of a plan with the streams that it opens, in the order of their indexes. */
export interface NewPlanPart {
  /** Of the streams the places lack only the funding, which is given an id, and the plan. */
  readonly streams: readonly NewStream[];
}

/** A funding of a plan, or of one stream. */
export interface PlanFundingRecord {
  /** uuid. */
  readonly id: string;
  /** Null of a plan of one. */
  readonly planId: string | null;
  /** From 1. */
  readonly part: number;
  readonly product: PlanProductName;
  /** Hex: the announcement's locking bytecode. */
  readonly announcement: string;
  /** How many it opens. */
  readonly streams: number;
  readonly status: PlanStatus;
  /** Hash of the transaction whose output 0 every funding that is handed out spends; null before the first. */
  readonly offeredTxid: string | null;
  /** The fresh category, display order; null while PENDING. */
  readonly category: string | null;
  readonly fundingTxHash: string | null;
}

/** The schedule of a row of a list. Times in Unix seconds. */
export type RecipientScheduleRecord =
  | {
      readonly kind: 'VESTING';
      readonly start: number;
      readonly end: number;
      /** From the start. */
      readonly cliffSeconds: number;
      /** 1: by the second. */
      readonly stepSeconds: number;
    }
  | {
      readonly kind: 'RECURRING';
      readonly firstDue: number;
      readonly intervalSeconds: number;
      readonly interval: PaymentInterval;
      readonly periods: number;
      readonly amountPerPeriod: bigint;
      readonly endDate: number | null;
    };

/** A row of a list. */
export interface NewPlanRecipient {
  /** 1 to 32,767, unique in the plan. */
  readonly index: number;
  readonly recipient: string;
  /** See `partyKey`. */
  readonly recipientHash: string;
  readonly label: string | null;
  /** Base units. */
  readonly principal: bigint;
  readonly schedule: RecipientScheduleRecord;
}

/** A row of a list, with the id of its stream. */
export interface PlanRecipientRecord extends NewPlanRecipient {
  /** uuid; of a row of `streams` once it is funded. */
  readonly streamId: string;
  readonly fundingId: string;
}

/** A list, divided into the parts that one funding each opens. */
export interface NewPlanList {
  readonly defaults: unknown;
  readonly parts: readonly {
    /** Hex: the announcement's locking bytecode. */
    readonly announcement: string;
    readonly recipients: readonly NewPlanRecipient[];
  }[];
}
