import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lockNow, transactionInTurn } from '../locks/transaction-in-turn.js';
import { admit, boundsOf, type Admission, QuotaExceededError } from '../quotas/admission.js';
import { newId } from '../sql/statements.js';
import type { MailChoices, MailSubscription } from './mail-record.js';

/** A subscription that waits for its confirmation. */
export type NewMailSubscription = MailChoices &
  Pick<MailSubscription, 'id' | 'partyHash' | 'address' | 'channel' | 'mailbox' | 'confirmBy'>;

/** Which subscription of which party. */
export type SubscriptionKey = Pick<MailSubscription, 'partyHash' | 'channel'>;

/** What limits the confirmations that are sent to a mailbox. */
export interface MailboxQuota {
  /** A keyed digest of it. */
  readonly digest: string;
  /** Confirmations at a time. */
  readonly limit: number;
}

interface Row extends Omit<MailSubscription, 'quiet'> {
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

export const toMailSubscription = ({ quietFrom: from, quietUntil: until, ...row }: Row): MailSubscription => ({
  ...row,
  quiet: from === null || until === null ? null : { from, until },
});

/** Reads subscriptions. @param which what follows FROM mail_subscriptions */
export const readMailSubscriptions = async (db: Database, which: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`
    SELECT id, party_hash, address, channel, mailbox, kinds, time_zone, quiet_from, quiet_until, status, confirm_by, after_event,
      checked_through, looks_asked, day_began_at, mails_of_day, last_mail_at
    FROM mail_subscriptions ${which}`.execute(db);
  return rows.map(toMailSubscription);
};

/** Adds a mail that is due now. @param now Unix seconds */
export const insertMessage = async (
  db: Database,
  subscriptionId: string,
  { isConfirmation, now }: { readonly isConfirmation: boolean; readonly now: number },
): Promise<string> => {
  const id = newId();
  await sql`
    INSERT INTO mail_messages (id, subscription_id, is_confirmation, next_attempt_at, created_at)
    VALUES (${id}, ${subscriptionId}, ${isConfirmation}, ${now}, ${now})`.execute(db);
  return id;
};

export const createMailSubscriptionsRepository = (db: Database) => ({
  async find({ partyHash, channel }: SubscriptionKey): Promise<MailSubscription | undefined> {
    const [found] = await readMailSubscriptions(db, sql`WHERE party_hash = ${partyHash} AND channel = ${channel}`);
    return found;
  },
  /**
   * Stores a subscription in place of the one before of its address, and the mail that asks for its confirmation.
   *
   * @param admission counts the confirmations of the caller and of the network
   * @param now Unix seconds
   * @throws QuotaExceededError of caller, network or mailbox
   */
  async replace(added: NewMailSubscription, admission: Admission, mailbox: MailboxQuota, now: number): Promise<void> {
    const { id, partyHash, address, channel, kinds, timeZone, quiet, confirmBy } = added;
    const ofMailbox = `weir-quota/mail_requests/mailbox/${mailbox.digest}`;
    const locks = [ofMailbox, ...boundsOf('mail_requests', admission).map(({ lock }) => lock)];
    await transactionInTurn(db, locks, async (transaction) => {
      await lockNow(transaction, ofMailbox);
      const { createdBy, createdFrom, expiresAt } = await admit(transaction, 'mail_requests', admission);
      const { rows } = await sql<{ used: number; freeAt: number | null }>`
        SELECT count(*) AS used, min(expires_at) AS free_at FROM mail_requests
        WHERE mailbox_digest = ${mailbox.digest} AND expires_at > extract(epoch FROM now())`.execute(transaction);
      const [found] = rows;
      if (found !== undefined && found.used >= mailbox.limit)
        throw new QuotaExceededError('mail_requests', 'mailbox', mailbox.limit, found.freeAt);
      await sql`
        INSERT INTO mail_requests (mailbox_digest, created_by, created_from, expires_at)
        VALUES (${mailbox.digest}, ${createdBy}, ${createdFrom}, ${expiresAt})`.execute(transaction);
      await sql`
        DELETE FROM mail_subscriptions WHERE party_hash = ${partyHash} AND channel = ${channel}`.execute(transaction);
      await sql`
        INSERT INTO mail_subscriptions (id, party_hash, address, channel, mailbox, kinds, time_zone, quiet_from, quiet_until, confirm_by)
        VALUES (${id}, ${partyHash}, ${address}, ${channel}, ${added.mailbox}, ${kinds}::text[], ${timeZone}, ${quiet?.from ?? null},
          ${quiet?.until ?? null}, ${confirmBy})`.execute(transaction);
      await insertMessage(transaction, id, { isConfirmation: true, now });
    });
  },
  /** Changes what a subscriber is notified of, and when. @returns undefined where there is no subscription */
  async choose({ partyHash, channel }: SubscriptionKey, { kinds, timeZone, quiet }: MailChoices): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      UPDATE mail_subscriptions SET kinds = ${kinds}::text[], time_zone = ${timeZone}, quiet_from = ${quiet?.from ?? null},
        quiet_until = ${quiet?.until ?? null},
        next_check_at = CASE status WHEN 'active' THEN 0 ELSE next_check_at END, looks_asked = looks_asked + 1,
        next_mail_at = CASE WHEN next_mail_at IS NOT NULL THEN 0 END
      WHERE party_hash = ${partyHash} AND channel = ${channel}`.execute(db);
    return numAffectedRows > 0n;
  },
  /**
   * Confirms a subscription, for events after a position.
   *
   * @param now Unix seconds
   * @returns whether it is active
   */
  async confirm(id: string, afterEvent: number, now: number): Promise<boolean> {
    const { rows } = await sql`
      UPDATE mail_subscriptions SET
        after_event = CASE status WHEN 'unconfirmed' THEN ${afterEvent} ELSE after_event END,
        next_check_at = CASE status WHEN 'unconfirmed' THEN 0 ELSE next_check_at END,
        status = 'active'
      WHERE id = ${id} AND (status = 'active' OR (status = 'unconfirmed' AND confirm_by > ${now})) RETURNING id`.execute(
      db,
    );
    return rows.length > 0;
  },
  /** Finds a subscription that waits for its confirmation. */
  async unconfirmed(id: string): Promise<MailSubscription | undefined> {
    const [found] = await readMailSubscriptions(db, sql`WHERE id = ${id} AND status = 'unconfirmed'`);
    return found;
  },
  /** Uses a mailbox's quota up, so that nobody can have it asked for confirmation. @param until Unix seconds */
  async refuseRequests({ digest, limit }: MailboxQuota, until: number): Promise<void> {
    await sql`
      INSERT INTO mail_requests (mailbox_digest, expires_at)
      SELECT ${digest}, ${until}::bigint FROM generate_series(1, ${limit}::integer)`.execute(db);
  },
  /** Removes a subscription, with all that waits for it. */
  async remove(which: { readonly id: string } | SubscriptionKey): Promise<void> {
    const condition =
      'id' in which ? sql`id = ${which.id}` : sql`party_hash = ${which.partyHash} AND channel = ${which.channel}`;
    await sql`DELETE FROM mail_subscriptions WHERE ${condition}`.execute(db);
  },
});

/** Subscriptions as people manage them. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type MailSubscriptionsRepository = ReturnType<typeof createMailSubscriptionsRepository>;
