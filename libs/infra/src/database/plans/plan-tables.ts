import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Amount, DatabaseSeconds, NullableSeconds, Optional, Seconds } from '../columns.js';
import type { PaymentInterval } from '../streams/stream-tables.js';

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
export interface PlansTable {
  id: string;
  /** Display id, `#WEIR-PLAN-000001`. */
  plan_id: string;
  product: PlanProductName;
  sender: string;
  sender_hash: string;
  token_category: Optional<string>;
  nonce: string;
  fee_bound: Amount;
  cancel_fills: number;
  vault_id: Optional<string>;
  description: Optional<string>;
  /** What its rows have where they say nothing; nothing here reads it. */
  defaults: ColumnType<unknown, string | null | undefined, string | null>;
  /** Streams of its list, and what they hold together, base units. */
  recipients: Generated<number>;
  principal: Generated<Amount>;
  /** When a funding of it was handed out to be signed, Unix seconds: from then on its list stays. */
  offered_at: NullableSeconds;
  /** ACTIVE once a funding of it is; kept by a trigger. */
  status: GeneratedAlways<PlanStatus>;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  created_from: Optional<string>;
  /** Kept until then without any funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** The product of a plan, as announcements number it. */
export type PlanProductName = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';

/** PENDING until a funding is confirmed. */
export type PlanStatus = 'PENDING' | 'ACTIVE';

/** Funding transactions of plans; see {@link PlansTable}. */
export interface PlanFundingsTable {
  id: string;
  /** Null of a plan of one. */
  plan_id: Optional<string>;
  /** From 1. */
  part: Generated<number>;
  product: PlanProductName;
  sender_hash: string;
  token_category: Optional<string>;
  nonce: string;
  /** Hex: the announcement's locking bytecode. */
  announcement: string;
  /** How many it opens. */
  streams: number;
  /** This and the two below are kept by a trigger. */
  status: GeneratedAlways<PlanStatus>;
  /** Hash of the transaction whose output 0 every funding that is handed out spends. */
  offered_txid: Optional<string>;
  /** The fresh category, display order; null while PENDING. */
  category: GeneratedAlways<string | null>;
  funding_tx_hash: GeneratedAlways<string | null>;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** Rows of the lists of plans. Amounts in base units, times in Unix seconds. */
export interface PlanRecipientsTable {
  plan_id: string;
  /** 1 to 32,767. */
  plan_index: number;
  funding_id: string;
  /** Of its stream, which has a row once it is funded. */
  stream_id: string;
  recipient: string;
  recipient_hash: string;
  label: Optional<string>;
  /** Base units. */
  principal: Amount;
  /** Of salaries when the first period falls due. */
  start_time: Seconds;
  /** Of salaries when they were asked to end, or null. */
  end_time: NullableSeconds;
  /** From the start; null of salaries. */
  cliff_seconds: NullableSeconds;
  /** Of salaries those of an interval. */
  step_seconds: Seconds;
  /** This and the two below are there for salaries only. */
  amount_per_period: Optional<Amount>;
  periods: Optional<number>;
  payment_interval: Optional<PaymentInterval>;
}
