import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PaymentInterval, PlanStatus } from '@weir/api-contract/words';
import type {
  Amount,
  CreationColumns,
  DatabaseSeconds,
  NullableSeconds,
  Optional,
  PlanProductName,
  Seconds,
} from '../columns.js';

/**
 * How plans are kept.
 *
 * - **One row of `streams` a stream**: lists, claims, transitions, events and the explorer know one table. Its columns `plan_*`
 *   say where it stands in a plan; a row alone tells its contract (the announcement is in it, too).
 * - **One row of `plan_fundings` a funding transaction**, and so a fresh category: the announcement with all terms that its
 *   streams share. A single stream or payment is a plan of one: a funding without a plan.
 * - **One row of `plans` a list of recipients** that somebody made. A list that does not fit one transaction has several
 *   fundings, its parts, with one nonce; a stream's `plan_index` is its row in the list, counted from 1, unique over all
 *   parts, so that none is opened twice. What is left to open are the fundings that are PENDING.
 * - **One row of `plan_recipients` a row of such a list.** Nobody has paid for it yet, and it names whom it likes: its stream
 *   has no row, and is in no list of anybody's, before its funding is there. Then it has the id that is kept here for it.
 *
 * `status` of a funding and of a plan follow the rows of the streams by triggers, in the transaction that changes these: nobody
 * writes them. Removing the last stream of a funding removes the funding; removing a plan, everything of it. Streams of a plan
 * (`plan_id`) count in no quota and expire with the plan: theirs are its `created_by`, `created_from` and `expires_at`.
 *
 * **Siblings share a script**, so that `script_hash`, `nonce` and `contract_address` are not unique. What finds a stream
 * finds it by outpoint: that of its funding (`funding_tx_hash`, `funding_vout`) is unique; its state's is followed from there.
 *
 * **Parties** are of any standard kind. `sender_hash` and `recipient_hash` hold a party's key: of P2PKH the public key's hash,
 * 20 bytes, as ever; of a script its whole locking bytecode (`a914…87`, `aa20…87`). The key tells the locking bytecode and the
 * other way round (`partyKey`, `partyOfKey` of @weir/covenants), and no script can pass for a key.
 */
export interface PlansTable extends CreationColumns {
  id: string;
  /** Display id, `#WEIR-PLAN-000001`. */
  planId: string;
  product: PlanProductName;
  sender: string;
  senderHash: string;
  tokenCategory: Optional<string>;
  /** This and the two below are null of locks. */
  nonce: Optional<string>;
  feeBound: Optional<Amount>;
  cancelFills: Optional<number>;
  vaultId: Optional<string>;
  description: Optional<string>;
  /** What its rows have where they say nothing; nothing here reads it. */
  defaults: ColumnType<unknown, string | null | undefined, string | null>;
  /** Streams of its list, and what they hold together, base units. */
  recipients: Generated<number>;
  principal: Generated<Amount>;
  /** When a funding of it was handed out to be signed, Unix seconds: from then on its list stays. */
  offeredAt: NullableSeconds;
  /** ACTIVE once a funding of it is; kept by a trigger. */
  status: GeneratedAlways<PlanStatus>;
  updatedAt: DatabaseSeconds;
}

/** Funding transactions of plans; see {@link PlansTable}. */
export interface PlanFundingsTable {
  id: string;
  /** Null of a plan of one. */
  planId: Optional<string>;
  /** From 1. */
  part: Generated<number>;
  product: PlanProductName;
  senderHash: string;
  tokenCategory: Optional<string>;
  nonce: Optional<string>;
  /** Hex: the announcement's locking bytecode. Null of locks, like their nonce: their rows say it. */
  announcement: Optional<string>;
  /** How many it opens. */
  streams: number;
  /** This and the two below are kept by a trigger. */
  status: GeneratedAlways<PlanStatus>;
  /** Hash of the transaction of which every funding that is handed out spends one output. */
  offeredTxid: Optional<string>;
  /** Which: 0 but of locks, whose fundings make no category. */
  offeredVout: Generated<number>;
  /** The payment or plan that it goes on from. */
  renews: Optional<string>;
  /** The fresh category, display order; null while PENDING, empty of locks. */
  category: GeneratedAlways<string | null>;
  fundingTxHash: GeneratedAlways<string | null>;
  createdAt: DatabaseSeconds;
  updatedAt: DatabaseSeconds;
}

/** Records that were renewed: see `offerTo`. */
export interface RenewalsTable {
  /** The payment or plan. */
  renewed: string;
  /** Hash of the transaction of which the first funding of each renewal spends output 0; null before one was handed out. */
  offeredTxid: Optional<string>;
}

/** Rows of the lists of plans. Amounts in base units, times in Unix seconds. */
export interface PlanRecipientsTable {
  planId: string;
  /** 1 to 32,767. */
  planIndex: number;
  fundingId: string;
  /** Of its stream, which has a row once it is funded. */
  streamId: string;
  recipient: string;
  recipientHash: string;
  label: Optional<string>;
  /** Base units. */
  principal: Amount;
  /** Of salaries when the first period falls due. */
  startTime: Seconds;
  /** Of salaries when they were asked to end, or null. */
  endTime: NullableSeconds;
  /** From the start; null of salaries. */
  cliffSeconds: NullableSeconds;
  /** Of salaries those of an interval. */
  stepSeconds: Seconds;
  /** This and the two below are there for salaries only. */
  amountPerPeriod: Optional<Amount>;
  periods: Optional<number>;
  paymentInterval: Optional<PaymentInterval>;
}
