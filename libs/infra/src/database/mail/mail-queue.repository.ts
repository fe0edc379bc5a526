import { sql } from 'kysely';
import type { MailOutcome } from '../../outbound/mail-transport.js';
import type { Database } from '../create-database.js';
import { deleteInBatches, groupBy } from '../sql/statements.js';
import type { MailMessage, MailSubscription, NewNotice, NoticeContent } from './mail-record.js';
import { insertMessage, readMailSubscriptions } from './mail-subscriptions.repository.js';

/** Notices that one statement adds. */
const AT_ONCE = 1_000;
/** Rows that one statement removes. */
const DELETED_AT_ONCE = 5_000;

/** Adds notices, each subject of a subscriber once, and sets their subscribers' next mail. @param now Unix seconds */
const addNotices = async (db: Database, notices: readonly NewNotice[], now: number): Promise<void> => {
  for (let from = 0; from < notices.length; from += AT_ONCE) {
    const some = notices.slice(from, from + AT_ONCE);
    await sql`
      WITH added AS (
        INSERT INTO mail_notices (subscription_id, subject, content)
        SELECT notice.subscription_id, notice.subject, notice.content::jsonb
        FROM ROWS FROM (unnest(
          ${some.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${some.map(({ subject }) => subject)}::text[],
          ${some.map(({ content }) => JSON.stringify(content))}::text[]
        )) WITH ORDINALITY AS notice (subscription_id, subject, content, place)
        JOIN mail_subscriptions AS subscriptions ON subscriptions.id = notice.subscription_id AND subscriptions.status = 'active'
        ORDER BY notice.place
        ON CONFLICT (subscription_id, subject) DO NOTHING
        RETURNING subscription_id
      )
      UPDATE mail_subscriptions SET next_mail_at = coalesce(next_mail_at, ${now})
      WHERE id IN (SELECT subscription_id FROM added)`.execute(db);
  }
};

/**
 * Lets the dates of those subscribers be looked at again whom the lists of some campaigns name. Lists may be long and subscriptions are few:
 * each of these is looked up in the lists. Scripts are in no list.
 */
export const lookAtListed = (campaignIds: readonly string[]) =>
  // A subquery with a limit is not a join: nothing makes it read the lists first.
  sql`UPDATE mail_subscriptions SET next_check_at = 0, looks_asked = looks_asked + 1
    WHERE status = 'active' AND CASE WHEN length(party_hash) = 40 THEN (
      SELECT true FROM airdrop_recipients
      WHERE recipient_hash = decode(party_hash, 'hex') AND campaign_id = ANY (${campaignIds}::uuid[]) LIMIT 1) END`;

/** How mails to one subscriber are counted after another one. */
export interface MailCount {
  readonly dayBeganAt: number;
  readonly mailsOfDay: number;
  /** Unix seconds. */
  readonly now: number;
}

export const createMailQueue = (db: Database) => {
  const byIds = (ids: readonly string[]) => readMailSubscriptions(db, sql`WHERE id = ANY (${ids}::uuid[])`);
  return {
    /** Up to which published event there are notices. */
    async readThrough(): Promise<number> {
      const { rows } = await sql<{ readThrough: number }>`SELECT read_through FROM mail_progress`.execute(db);
      return rows[0]?.readThrough ?? 0;
    },
    /** Active subscriptions of some parties. @param hashes see `partyKey` */
    activeOf: (hashes: readonly string[]) =>
      readMailSubscriptions(db, sql`WHERE party_hash = ANY (${hashes}::text[]) AND status = 'active' ORDER BY id`),
    /**
     * Adds the notices of some events, and lets the dates of all of their parties be looked at again, and of those whom the lists of
     * some campaigns name.
     *
     * @param campaignIds uuids
     * @param through the last of these events
     */
    noteEvents: (
      notices: readonly NewNotice[],
      {
        subscriptionIds,
        campaignIds,
        through,
        now,
      }: {
        readonly subscriptionIds: readonly string[];
        readonly campaignIds: readonly string[];
        readonly through: number;
        readonly now: number;
      },
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await addNotices(transaction, notices, now);
        if (subscriptionIds.length > 0)
          await sql`
          UPDATE mail_subscriptions SET next_check_at = 0, looks_asked = looks_asked + 1 WHERE id = ANY (${subscriptionIds}::uuid[])`.execute(
            transaction,
          );
        if (campaignIds.length > 0) await lookAtListed(campaignIds).execute(transaction);
        await sql`UPDATE mail_progress SET read_through = ${through} WHERE read_through < ${through}`.execute(
          transaction,
        );
      }),
    /** Active subscriptions whose dates are to be looked at. @param asOf the chain's time, Unix seconds */
    toCheck: (asOf: number, limit: number) =>
      readMailSubscriptions(
        db,
        sql`WHERE next_check_at <= ${asOf} AND status = 'active' ORDER BY next_check_at, id LIMIT ${limit}`,
      ),
    /**
     * Adds the notices of a subscriber's dates, as they were read. Another look stays due where it was asked for meanwhile.
     *
     * @param next when to look again, null until something happens; Unix seconds
     */
    noteDates: (
      { id, looksAsked }: Pick<MailSubscription, 'id' | 'looksAsked'>,
      notices: readonly NewNotice[],
      { asOf, next, now }: { readonly asOf: number; readonly next: number | null; readonly now: number },
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await addNotices(transaction, notices, now);
        await sql`
          UPDATE mail_subscriptions SET checked_through = greatest(checked_through, ${asOf}::bigint),
            next_check_at = CASE looks_asked WHEN ${looksAsked} THEN ${next}::bigint ELSE next_check_at END
          WHERE id = ${id}`.execute(transaction);
      }),
    /** Active subscriptions for which notices wait, and whose time has come. @param now Unix seconds */
    toMail: (now: number, limit: number) =>
      readMailSubscriptions(
        db,
        sql`WHERE next_mail_at <= ${now} AND status = 'active' ORDER BY next_mail_at, id LIMIT ${limit}`,
      ),
    /** Lets notices wait. @param until Unix seconds */
    async postpone(id: string, until: number): Promise<void> {
      await sql`UPDATE mail_subscriptions SET next_mail_at = ${until} WHERE id = ${id} AND next_mail_at IS NOT NULL`.execute(
        db,
      );
    },
    /** Makes a mail of all notices that wait for a subscriber. Twice at once makes one. */
    makeMessage: (id: string, { dayBeganAt, mailsOfDay, now }: MailCount): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { numAffectedRows = 0n } = await sql`
        UPDATE mail_subscriptions SET next_mail_at = NULL, day_began_at = ${dayBeganAt}, mails_of_day = ${mailsOfDay},
          last_mail_at = ${now}
        WHERE id = ${id} AND next_mail_at <= ${now}`.execute(transaction);
        if (numAffectedRows === 0n) return;
        const message = await insertMessage(transaction, id, { isConfirmation: false, now });
        await sql`
        UPDATE mail_notices SET message_id = ${message} WHERE subscription_id = ${id} AND message_id IS NULL`.execute(
          transaction,
        );
      }),
    /**
     * Takes mails that are due: nobody else takes them until `until`.
     *
     * @param now Unix seconds
     */
    async take(now: number, until: number, limit: number): Promise<readonly MailMessage[]> {
      const { rows } = await sql<MailMessage>`
      UPDATE mail_messages SET attempts = attempts + 1, next_attempt_at = ${until} WHERE id IN (
        SELECT id FROM mail_messages WHERE next_attempt_at <= ${now} ORDER BY next_attempt_at, id LIMIT ${limit}
        FOR UPDATE SKIP LOCKED)
      RETURNING id, subscription_id, is_confirmation, attempts, created_at`.execute(db);
      return rows;
    },
    subscriptions: byIds,
    /** The contents of mails by their ids; the notices of each are in their order. */
    async contents(messageIds: readonly string[]): Promise<ReadonlyMap<string, readonly NoticeContent[]>> {
      const { rows } = await sql<{ messageId: string; content: NoticeContent }>`
      SELECT message_id, content FROM mail_notices WHERE message_id = ANY (${messageIds}::uuid[]) ORDER BY message_id, sequence`.execute(
        db,
      );
      const groups = groupBy(rows, ({ messageId }) => messageId);
      return new Map([...groups].map(([id, group]) => [id, group.map(({ content }) => content)]));
    },
    /**
     * Records what became of an attempt, unless a later one has begun.
     *
     * @param retryAt of what is deferred, Unix seconds; null where it is given up
     */
    settle: (
      { id, subscriptionId, attempts }: MailMessage,
      outcome: MailOutcome,
      retryAt: number | null,
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const reason = outcome.status === 'accepted' ? null : outcome.reason;
        const isOpen = outcome.status === 'deferred' && retryAt !== null;
        await sql`
        UPDATE mail_messages SET next_attempt_at = ${isOpen ? retryAt : null}::bigint,
          outcome = ${isOpen ? null : outcome.status === 'deferred' ? 'failed' : outcome.status}, reason = ${reason}
        WHERE id = ${id} AND attempts = ${attempts} AND outcome IS NULL`.execute(transaction);
        if (outcome.status === 'refused')
          await sql`
          UPDATE mail_subscriptions SET status = 'refused', next_check_at = NULL, next_mail_at = NULL
          WHERE id = ${subscriptionId}`.execute(transaction);
      }),
    /** Removes what is settled and older than a time, subscriptions that nobody confirmed, and requests that count no more. */
    async removeOld({ before, now }: { readonly before: number; readonly now: number }): Promise<void> {
      const remove = (table: string, id: string, condition: ReturnType<typeof sql>) =>
        deleteInBatches(
          db,
          DELETED_AT_ONCE,
          sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(id)} IN (
          SELECT ${sql.ref(id)} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${DELETED_AT_ONCE})`,
        );
      await remove('mailSubscriptions', 'id', sql`status = 'unconfirmed' AND confirm_by < ${now}`);
      await remove('mailMessages', 'id', sql`outcome IS NOT NULL AND created_at < ${before}`);
      await remove('mailRequests', 'ctid', sql`expires_at < extract(epoch FROM now())`);
    },
  };
};

/** Notices and mails as they are made and sent. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type MailQueue = ReturnType<typeof createMailQueue>;
