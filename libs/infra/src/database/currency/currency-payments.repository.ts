import { sql } from 'kysely';
import type { PaymentStatus } from '@weir/kinds';
import type { Database } from '../create-database.js';
import {
  type EventRecord,
  eventsOf,
  lastEventId,
  replacementOf,
  resourcesWithEventsAfter,
} from '../events/resource-events.js';
import { type IdempotentResponse, keepAnswer } from '../idempotency/idempotency.repository.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { type Admission, admitted } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { type CountedPage, type PageRequest, readPage } from '../sql/pages.js';
import { newId, nextDisplayId, NIL_ID, readSnapshot } from '../sql/statements.js';
import type { TransitionRecord } from '../transitions/transition-record.js';
import { transitionsOf } from '../transitions/transitions.repository.js';
import {
  type FollowedRequest,
  lostFundingsOf,
  readFollowed,
  saveScriptReading,
  type ScriptReading,
} from '../watch/watch.repository.js';
import {
  type CurrencyPaymentRecord,
  type CurrencyPriceRecord,
  type NewCurrencyPayment,
  toCurrencyRecord,
} from './currency-record.js';
import { createCurrencyScope, type CurrencyScope } from './currency-scope.js';

/** Which payments a page shows, the newest first. */
export interface CurrencyPageRequest extends PageRequest {
  readonly senderHashes?: readonly string[] | undefined;
  readonly recipientHashes?: readonly string[] | undefined;
  /** Of either party. */
  readonly addressHashes?: readonly string[] | undefined;
  readonly status?: PaymentStatus | undefined;
  /** Only payments that the funding of this one opens, uuid. */
  readonly openedWith?: string | undefined;
}

/** A payment with its steps, prices and events, as they were at one moment. */
export interface CurrencyHistory {
  readonly payment: CurrencyPaymentRecord;
  readonly transitions: readonly TransitionRecord[];
  readonly prices: readonly CurrencyPriceRecord[];
  readonly events: readonly EventRecord[];
}

const TYPE = 'currency_payment';
/** Word for word the condition of the partial index `currency_payments_followed`. */
const LIVE = sql`state_txid IS NOT NULL`;
const UNFINAL_STEPS = sql`SELECT resource_id FROM transitions WHERE NOT final AND resource_type = ${sql.lit(TYPE)}`;
/** Payments that lost their funding, which may come back. */
const LOST = sql`SELECT resource_id FROM lost_fundings WHERE resource_type = ${sql.lit(TYPE)}`;

/** The queries of the watcher of payments in a currency. */
const createCurrencyWatchRepository = (db: Database) => ({
  listFollowed: ({ after = NIL_ID, limit }: FollowedRequest) =>
    readFollowed(
      db,
      TYPE,
      sql`(SELECT id FROM currency_payments WHERE ${LIVE} AND id > ${after} ORDER BY id LIMIT ${limit})
        UNION (${UNFINAL_STEPS} AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        UNION (SELECT DISTINCT resource_id FROM lost_fundings
          WHERE resource_type = ${sql.lit(TYPE)} AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        ORDER BY id LIMIT ${limit}`,
    ),
  /** Those of some payments that the chain can still change. @param ids uuids */
  findFollowed: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : readFollowed(
          db,
          TYPE,
          sql`SELECT id FROM currency_payments WHERE id = ANY(${ids})
            AND (${LIVE} OR id IN (${UNFINAL_STEPS}) OR id IN (${LOST}))`,
        ),
  /** Payments that a new block, a date or a top-up may move. */
  async dueInRound(): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      SELECT id FROM currency_payments WHERE ${LIVE} UNION ${UNFINAL_STEPS} UNION ${LOST}`.execute(db);
    return rows.map(({ id }) => id);
  },
  lastEventId: () => lastEventId(db),
  eventsAfter: (id: number) => resourcesWithEventsAfter(db, TYPE, id),
  saveReading: (id: string, reading: ScriptReading) => saveScriptReading(db, { type: TYPE, id }, reading),
});

const ofParties = (request: CurrencyPageRequest) => {
  const { senderHashes, recipientHashes, addressHashes, status, openedWith } = request;
  const conditions = [
    senderHashes && sql<boolean>`sender_hash = ANY(${senderHashes})`,
    recipientHashes && sql<boolean>`recipient_hash = ANY(${recipientHashes})`,
    addressHashes && sql<boolean>`(sender_hash = ANY(${addressHashes}) OR recipient_hash = ANY(${addressHashes}))`,
    status && sql<boolean>`status = ${status}`,
    openedWith && sql<boolean>`opened_with = ${openedWith}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` AND `)}`;
};

/** Payments in a currency in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export const createCurrencyPaymentsRepository = (db: Database) => ({
  watch: createCurrencyWatchRepository(db),
  replacementOf: (id: string, txHash: string) => replacementOf(db, { type: TYPE, id }, txHash),
  /**
   * Stores PENDING payments that one funding opens, and gives them their ids.
   *
   * @returns the payments, in their order
   * @throws QuotaExceededError
   */
  insert: (
    payments: readonly NewCurrencyPayment[],
    admission?: Admission,
    kept?: IdempotentResponse<readonly CurrencyPaymentRecord[]>,
  ) =>
    admitted(
      db,
      { kind: 'currency_payments', admission, weight: payments.length },
      async (transaction, counted): Promise<readonly CurrencyPaymentRecord[]> => {
        const ids = payments.map(() => newId());
        const [openedWith = NIL_ID] = ids;
        const stored: CurrencyPaymentRecord[] = [];
        for (const [index, payment] of payments.entries()) {
          const paymentId = nextDisplayId('CUR', 'currency_payment_number');
          const row = await transaction
            .insertInto('currencyPayments')
            .values({ ...payment, ...counted, id: ids[index] ?? newId(), paymentId, openedWith })
            .returningAll()
            .executeTakeFirstOrThrow();
          stored.push(toCurrencyRecord(row));
        }
        return keepAnswer(transaction, stored, kept);
      },
    ),
  /** Reads all payments that the funding of one opens, the first one first. @param openedWith uuid */
  async openedWith(openedWith: string): Promise<readonly CurrencyPaymentRecord[]> {
    const rows = await db
      .selectFrom('currencyPayments')
      .selectAll()
      .where('openedWith', '=', openedWith)
      .orderBy('id')
      .execute();
    return rows.map(toCurrencyRecord);
  },
  /** Reads the payments of a sender whose money is, as far as recorded, in outputs of some transactions. @param txids display-order hex */
  async heldIn(senderHash: string, txids: readonly string[]): Promise<readonly CurrencyPaymentRecord[]> {
    const rows = await db
      .selectFrom('currencyPayments')
      .selectAll()
      .where('senderHash', '=', senderHash)
      .where('stateTxid', 'in', txids)
      .orderBy('id')
      .execute();
    return rows.map(toCurrencyRecord);
  },
  /** @param id uuid */
  async findById(id: string): Promise<CurrencyPaymentRecord | undefined> {
    const row = await db.selectFrom('currencyPayments').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toCurrencyRecord(row);
  },
  /** Reads payments by their ids, each page behind the last one. */
  async page({ after = NIL_ID, limit }: FollowedRequest): Promise<readonly CurrencyPaymentRecord[]> {
    const rows = await db
      .selectFrom('currencyPayments')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toCurrencyRecord);
  },
  /** Reads a page, the newest first. @throws InvalidCursorError */
  list: (request: CurrencyPageRequest): Promise<CountedPage<CurrencyPaymentRecord>> =>
    readSnapshot(db, async (snapshot) => {
      const condition = ofParties(request);
      const query = snapshot.selectFrom('currencyPayments').selectAll().where(condition);
      const { rows, nextCursor } = await readPage(query, request);
      const { total } = await snapshot
        .selectFrom('currencyPayments')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(condition)
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toCurrencyRecord), total, nextCursor };
    }),
  transitionsOf: (id: string) => transitionsOf(db, { type: TYPE, id }),
  lostFundings: (id: string) => lostFundingsOf(db, { type: TYPE, id }),
  /** A payment with its steps and prices, the oldest first, and its events; undefined where there is none. */
  history: (id: string): Promise<CurrencyHistory | undefined> =>
    readSnapshot(db, async (snapshot) => {
      const row = await snapshot.selectFrom('currencyPayments').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const prices = await snapshot
        .selectFrom('currencyPrices')
        .selectAll()
        .where('paymentId', '=', id)
        .orderBy('due')
        .execute();
      const transitions = await transitionsOf(snapshot, { type: TYPE, id });
      const events = await eventsOf(snapshot, { type: TYPE, id });
      return { payment: toCurrencyRecord(row), transitions, prices, events };
    }),
  /**
   * Locks a payment, and works on it in one transaction, which is rolled back when `work` throws. Others who want the same payment
   * wait. After a deadlock `work` runs again: it must have no effects outside the scope, and should not wait for the network.
   *
   * @throws RowNotFoundError
   */
  withPayment: <T>(id: string, work: (scope: CurrencyScope) => Promise<T>) =>
    transactionInTurn(db, [id], async (transaction) => {
      const locked = await transaction
        .selectFrom('currencyPayments')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .noWait()
        .executeTakeFirst();
      if (locked === undefined) throw new RowNotFoundError('currency_payments', id);
      return work(createCurrencyScope(transaction, locked));
    }),
});

export type CurrencyPaymentsRepository = ReturnType<typeof createCurrencyPaymentsRepository>;
