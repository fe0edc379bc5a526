import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import type { CurrencyPaymentsTable } from '../generated/tables.js';
import { notBefore, NOW } from '../sql/statements.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  appendTransition,
  deleteTransitionsFrom,
  finaliseUpTo,
  releaseTransactionHashes,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
  useTransactionHash,
} from '../transitions/transitions.repository.js';
import { noteStep, noteUndone } from '../watch/watch.repository.js';
import {
  type CurrencyChanges,
  currencyChainColumns,
  type NewCurrencyPrice,
  toChangedColumns,
  toCurrencyRecord,
} from './currency-record.js';

/** What a step moved: a funding the satoshis of the state it made, everything else what it paid. */
const amountOf = ({ spent, state, paidToRecipient, paidToSender }: TransitionRecord): bigint =>
  spent === null ? (state?.satoshis ?? 0n) : paidToRecipient + paidToSender;

/** Makes the scope of a locked payment. @param db the transaction that holds the lock on `locked` */
export function createCurrencyScope(db: Database, locked: Selectable<CurrencyPaymentsTable>) {
  const { id } = locked;
  const resource: Resource = { type: 'currency_payment', id };
  let payment = toCurrencyRecord(locked);

  const update = async (changes: CurrencyChanges): Promise<void> => {
    const row = await db
      .updateTable('currencyPayments')
      .set({
        ...toChangedColumns(changes),
        ...(changes.funding && { activatedAt: notBefore(changes.funding.activatedAt, sql.ref('createdAt')) }),
        updatedAt: NOW,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    payment = toCurrencyRecord(row);
  };

  return {
    /** The payment as it is now in this transaction. */
    get payment() {
      return payment;
    },
    transitions: () => transitionsOf(db, resource),
    /**
     * Records a step, its price and what it changes in the row. A transaction that is recorded already changes nothing.
     *
     * @returns whether it was recorded now
     */
    async advance(transition: NewTransition, changes: CurrencyChanges, price?: NewCurrencyPrice): Promise<boolean> {
      const { txHash } = transition;
      if ((await transitionByHash(db, resource, txHash)) !== undefined) return false;
      const added = await appendTransition(db, resource, transition, currencyChainColumns.state(id));
      await update(changes);
      if (price !== undefined)
        await db
          .insertInto('currencyPrices')
          .values({ ...price, paymentId: id, txHash })
          .execute();
      await noteStep(db, resource, added, amountOf(added));
      return true;
    },
    useTransactionHash: (txHash: string) => useTransactionHash(db, txHash, resource),
    /** Notes the block of a recorded step, or with null that it is unmined again. */
    async setBlock(txHash: string, block: Block | null) {
      await setTransitionBlock(db, resource, txHash, block);
    },
    /** Marks steps up to one as final. */
    finaliseUpTo: (sequence: number) => finaliseUpTo(db, resource, sequence),
    /** Undoes every step from `sequence` on: the row is as it was before, and their hashes are free. */
    async rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }) {
      const restored = await currencyChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return;
      payment = toCurrencyRecord(restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      const hashes = undone.map(({ txHash }) => txHash);
      await db.deleteFrom('currencyPrices').where('paymentId', '=', id).where('txHash', 'in', hashes).execute();
      await releaseTransactionHashes(db, hashes, resource);
      await noteUndone(db, resource, undone, amountOf, cause);
    },
  };
}

/** A payment, locked until the end of the transaction. Everything done here is stored together or not at all. */
export type CurrencyScope = ReturnType<typeof createCurrencyScope>;
