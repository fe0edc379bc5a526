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
import { rewriteSteps } from '../watch/rewrite-steps.js';
import { noteStep, noteUndone } from '../watch/watch.repository.js';
import {
  type CurrencyChanges,
  currencyChainColumns,
  type NewCurrencyPrice,
  toChangedColumns,
  toCurrencyRecord,
  UNFUNDED_CURRENCY,
} from './currency-record.js';

/**
 * Returns what a step moved: a funding the satoshis of the state it made, a top-up what it added, everything else what it paid.
 *
 * @param before satoshis of the state that it spent
 */
const movedBy = ({ kind, spent, state, paidToRecipient, paidToSender }: TransitionRecord, before: bigint): bigint => {
  const held = state?.satoshis ?? 0n;
  if (spent === null) return held;
  return kind === 'top-up' ? held - before : paidToRecipient + paidToSender;
};

/** Returns what each of some steps moved, by the state that the step before it left. @param steps all of a payment, in order */
const movedAmong = (steps: readonly TransitionRecord[]) => (step: TransitionRecord) =>
  movedBy(step, steps.find(({ sequence }) => sequence === step.sequence - 1)?.state?.satoshis ?? 0n);

/** A step as it is recorded: its transition, what it changes in the row, and the price that it fixed. */
export interface CurrencyStepRecord {
  readonly transition: NewTransition;
  readonly changes: CurrencyChanges;
  readonly price?: NewCurrencyPrice | undefined;
}

/** Makes the scope of a locked payment. @param db the transaction that holds the lock on `locked` */
export function createCurrencyScope(db: Database, locked: Selectable<CurrencyPaymentsTable>) {
  const { id, openedWith } = locked;
  const resource: Resource = { type: 'currency_payment', id };
  // One hash opens all payments of a funding.
  const funding: Resource = { type: 'currency_payment', id: openedWith };
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

  const notePrice = async (txHash: string, price: NewCurrencyPrice | undefined): Promise<void> => {
    if (price === undefined) return;
    await db
      .insertInto('currencyPrices')
      .values({ ...price, paymentId: id, txHash })
      .execute();
  };

  /** Returns which of some hashes no other payment of the same funding has as a step: the others keep theirs reserved. */
  const ownAmong = async (hashes: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await sql<{ readonly txHash: string }>`
      SELECT tx_hash FROM transitions JOIN currency_payments AS other ON other.id = resource_id
      WHERE resource_type = ${resource.type} AND tx_hash = ANY(${[...hashes]}::text[])
        AND other.opened_with = ${openedWith} AND other.id <> ${id}`.execute(db);
    const shared = new Set(rows.map(({ txHash }) => txHash));
    return hashes.filter((hash) => !shared.has(hash));
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
    async advance({ transition, changes, price }: CurrencyStepRecord): Promise<boolean> {
      const { txHash } = transition;
      if ((await transitionByHash(db, resource, txHash)) !== undefined) return false;
      const added = await appendTransition(db, resource, transition, currencyChainColumns.state(id));
      const before = payment.state?.satoshis ?? 0n;
      await update(changes);
      await notePrice(txHash, price);
      await noteStep(db, resource, added, movedBy(added, before));
      return true;
    },
    useTransactionHash: (txHash: string) => useTransactionHash(db, txHash, funding),
    /** Notes the block of a recorded step, or with null that it is unmined again. */
    async setBlock(txHash: string, block: Block | null) {
      await setTransitionBlock(db, resource, txHash, block);
    },
    /** Marks steps up to one as final. */
    finaliseUpTo: (sequence: number) => finaliseUpTo(db, resource, sequence),
    /**
     * Writes all steps again, from the funding on: a repair. Those that were recorded keep what is known of them, and only those that were never
     * reported become events.
     */
    async rewrite(steps: readonly CurrencyStepRecord[]) {
      const { all, unreported } = await rewriteSteps(db, resource, steps, {
        stateBefore: currencyChainColumns.state(id),
        async reset() {
          await db.deleteFrom('currencyPrices').where('paymentId', '=', id).execute();
          await update(UNFUNDED_CURRENCY);
        },
        async apply({ transition, changes, price }) {
          await update(changes);
          await notePrice(transition.txHash, price);
        },
      });
      const movedByStep = movedAmong(all);
      for (const step of unreported) await noteStep(db, resource, step, movedByStep(step));
    },
    /** Undoes every step from `sequence` on: the row is as it was before, and their hashes are free. */
    async rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }) {
      const steps = await transitionsOf(db, resource);
      const restored = await currencyChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return;
      payment = toCurrencyRecord(restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      const hashes = undone.map(({ txHash }) => txHash);
      await db.deleteFrom('currencyPrices').where('paymentId', '=', id).where('txHash', 'in', hashes).execute();
      await releaseTransactionHashes(db, await ownAmong(hashes), funding);
      await noteUndone(db, resource, undone, movedAmong(steps), cause);
    },
  };
}

/** A payment, locked until the end of the transaction. Everything done here is stored together or not at all. */
export type CurrencyScope = ReturnType<typeof createCurrencyScope>;
