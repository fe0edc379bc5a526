import type { RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { announcedSteps, eventsOf } from '../events/resource-events.js';
import {
  type NewTransition,
  ofResource,
  type Resource,
  toNewTransitionRow,
  type TransitionRecord,
} from '../transitions/transition-record.js';
import { transitionsOf } from '../transitions/transitions.repository.js';

/** How the row of a resource follows its steps while they are written again. */
interface RowChanges<Step> {
  /** A jsonb expression: what to put back into the row when a step is undone. */
  readonly stateBefore: RawBuilder<unknown>;
  /** Makes the row what it was before the first step. */
  readonly reset: () => Promise<unknown>;
  /** Makes the changes of a step. */
  readonly apply: (step: Step) => Promise<unknown>;
}

/** The steps as they are written. */
interface WrittenSteps {
  /** All of them, in order. */
  readonly all: readonly TransitionRecord[];
  /** Those that no event reports. */
  readonly unreported: readonly TransitionRecord[];
}

/**
 * Replaces all steps of a resource: a repair. Those that were recorded keep their source, their time and whether they are final. The caller
 * holds the lock of the row.
 *
 * @param steps in order, the first one first
 */
export const rewriteSteps = async <Step extends { readonly transition: NewTransition }>(
  db: Database,
  resource: Resource,
  steps: readonly Step[],
  { stateBefore, reset, apply }: RowChanges<Step>,
): Promise<WrittenSteps> => {
  const announced = announcedSteps(await eventsOf(db, resource));
  const known = new Map((await transitionsOf(db, resource)).map((step) => [step.txHash, step]));
  await db.deleteFrom('transitions').where(ofResource(resource)).execute();
  await reset();
  for (const [index, step] of steps.entries()) {
    const { transition } = step;
    const { source = transition.source, final = false, createdAt } = known.get(transition.txHash) ?? {};
    await db
      .insertInto('transitions')
      .values({
        ...toNewTransitionRow(resource, { ...transition, source }),
        sequence: index + 1,
        final,
        stateBefore,
        ...(createdAt !== undefined && { createdAt }),
      })
      .execute();
    await apply(step);
  }
  const all = await transitionsOf(db, resource);
  return { all, unreported: all.filter(({ txHash }) => !announced.has(txHash)) };
};
