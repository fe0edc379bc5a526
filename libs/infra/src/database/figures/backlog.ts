import { sql, type Kysely } from 'kysely';

/** Work that is waiting, for operators. */
export interface Backlog {
  /** Refunds and settlements of pauses whose notice is over; at most {@link MAX_COUNTED}. */
  readonly endsDue: number;
  /** Events that nobody has published yet, and for how long the oldest waits, seconds. */
  readonly unpublishedEvents: number;
  readonly oldestUnpublishedSeconds: number;
  /** Published events of which no deliveries are made yet; at most {@link MAX_COUNTED}. */
  readonly undispatchedEvents: number;
  /**
   * Deliveries whose time has come, to webhooks that did not fail at last: those of others wait for their receivers. At most
   * {@link MAX_COUNTED}. For how long the oldest waits, seconds.
   */
  readonly deliveriesDue: number;
  readonly oldestDeliverySeconds: number;
  /**
   * Mails that are due, and for how long the first of them has been, seconds; and those that the relay did not take yet. At most
   * {@link MAX_COUNTED} each.
   */
  readonly mailsDue: number;
  readonly oldestMailSeconds: number;
  readonly mailsDeferred: number;
  /** Claims of active campaigns by groups of lanes, `0` or `64-255`. */
  readonly claimsByLane: Readonly<Record<string, number>>;
}

/** Most that each count reaches: beyond it the number makes no difference, and counting is expensive. */
const MAX_COUNTED = 10_000;

interface Row {
  readonly endsDue: number;
  readonly unpublished: number;
  readonly oldestUnpublished: number | null;
  readonly undispatched: number;
  readonly deliveries: number;
  readonly oldestDelivery: number | null;
  readonly mails: number;
  readonly oldestMail: number | null;
  readonly deferred: number;
}

const bounded = (from: ReturnType<typeof sql>) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED}) bounded)`;

/**
 * Counts what waits, by indexes.
 *
 * @param height of the newest block; what can be mined in the next one is due
 */
export const readBacklog = async <Schema>(db: Kysely<Schema>, height: number): Promise<Backlog> => {
  const now = sql`floor(extract(epoch FROM now()))::bigint`;
  const due = sql`webhooks JOIN webhook_deliveries ON webhook_id = webhooks.id
    WHERE webhooks.status = 'active' AND failures = 0 AND next_attempt_at IS NOT NULL AND next_attempt_at <= ${now}`;
  const { rows } = await sql<Row>`
    SELECT
      ${bounded(sql`streams WHERE refund_status = 'pending' AND refund_available_height <= ${height}`)}
        + ${bounded(sql`streams WHERE pause_settled IS FALSE AND settle_available_height <= ${height}`)} AS ends_due,
      ${bounded(sql`outbox`)} AS unpublished,
      (SELECT ${now} - created_at FROM outbox ORDER BY id LIMIT 1) AS oldest_unpublished,
      ${bounded(sql`published_events WHERE id > (SELECT dispatched_through FROM webhook_progress)`)} AS undispatched,
      ${bounded(due)} AS deliveries,
      (SELECT ${now} - min(next_attempt_at) FROM (SELECT next_attempt_at FROM ${due} LIMIT ${MAX_COUNTED}) bounded) AS oldest_delivery,
      ${bounded(sql`mail_messages WHERE next_attempt_at <= ${now}`)} AS mails,
      (SELECT ${now} - min(next_attempt_at) FROM mail_messages WHERE next_attempt_at <= ${now}) AS oldest_mail,
      ${bounded(sql`mail_messages WHERE next_attempt_at IS NOT NULL AND reason IS NOT NULL`)} AS deferred
  `.execute(db);
  const lanes = await sql<{ lanes: string; claims: number }>`
    SELECT CASE WHEN lane = 0 THEN '0' WHEN lane < 4 THEN '1-3' WHEN lane < 16 THEN '4-15' WHEN lane < 64 THEN '16-63'
      ELSE '64-255' END AS lanes, sum(airdrop_lanes.claims)::bigint AS claims
    FROM airdrop_lanes JOIN airdrop_campaigns ON airdrop_campaigns.id = airdrop_lanes.campaign_id
    WHERE airdrop_campaigns.status = 'ACTIVE' GROUP BY 1`.execute(db);
  const [row] = rows;
  return {
    endsDue: row?.endsDue ?? 0,
    unpublishedEvents: row?.unpublished ?? 0,
    oldestUnpublishedSeconds: row?.oldestUnpublished ?? 0,
    undispatchedEvents: row?.undispatched ?? 0,
    deliveriesDue: row?.deliveries ?? 0,
    oldestDeliverySeconds: row?.oldestDelivery ?? 0,
    mailsDue: row?.mails ?? 0,
    oldestMailSeconds: row?.oldestMail ?? 0,
    mailsDeferred: row?.deferred ?? 0,
    claimsByLane: Object.fromEntries(lanes.rows.map(({ lanes: group, claims }) => [group, claims])),
  };
};
