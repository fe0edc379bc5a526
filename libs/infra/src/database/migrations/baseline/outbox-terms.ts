import { sql } from 'kysely';

/** Of a campaign `c`. */
export const CREATOR = sql.raw(`jsonb_build_object('role', 'creator', 'address', c.creator, 'hash', c.creator_hash)`);

/** Of a step `t`, which may be gone. */
export const FINALITY = sql.raw(
  `CASE WHEN t.tx_hash IS NULL THEN NULL WHEN t.final THEN 'final' WHEN t.block_hash IS NULL THEN 'mempool' ELSE 'mined' END`,
);

/** The steps that a statement marked as final. */
export const MARKED = sql.raw(
  `(SELECT added.* FROM added JOIN removed USING (resource_type, resource_id, sequence) WHERE added.final AND NOT removed.final) AS t`,
);

/** Of a stream or payment `s`. Amounts are text: JSON numbers lose units. */
export const STREAM_FIGURES =
  sql.raw(`jsonb_build_object('status', s.status, 'totalAmount', s.total_amount::text, 'withdrawnAmount',
  s.withdrawn_amount::text,
'refundAmount', s.refund_amount::text, 'refundStatus', s.refund_status, 'periodsPaid', CASE WHEN
  s.periods IS NOT NULL THEN s.periods_paid END, 'nextDue', s.next_due)`);

/** Of a stream or payment `s`. */
export const STREAM_PARTIES =
  sql.raw(`jsonb_build_array(jsonb_build_object('role', 'sender', 'address', s.sender, 'hash', s.sender_hash),
  jsonb_build_object('role', 'recipient', 'address', s.recipient, 'hash', s.recipient_hash))`);

/** What an event says, in the order of the outbox. */
export const TOLD =
  sql.raw(`kind, product, record_id, parent_id, display_id, private_vault_id, parties, step, tx_hash, amount, token_category, finality,
  reason, replaced_by, figures`);

/** Of a vault `v`. */
export const VAULT_FIGURES = sql.raw(
  `jsonb_build_object('status', v.status, 'balance', v.current_balance::text, 'totalDeposit', v.total_deposit::text)`,
);
