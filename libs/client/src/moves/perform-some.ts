import { isWeirError } from '../shared/error.js';

/** What became of some streams: those left out, and what was done with the others, or the error where it was nothing. */
export interface PerformedSome<Done, Reason> {
  readonly done?: Done;
  readonly error?: unknown;
  readonly leftOut: readonly Reason[];
}

/** Returns why none of some streams can take a step, where a refusal says so. */
export const refusedOf = (error: unknown): readonly unknown[] | undefined =>
  isWeirError(error, 'WRONG_STATE') ? error.details.leftOut : undefined;

/**
 * Waits for a step that some streams take.
 *
 * @param leftOut returns those that the service left out, once it has built the transaction
 * @throws what the step throws, unless it is a refusal that says why none of them can take it
 */
export const performSome = async <Done, Reason>(
  step: Promise<Done>,
  leftOut: () => readonly Reason[],
): Promise<PerformedSome<Done, Reason>> => {
  try {
    const done = await step;
    return { done, leftOut: leftOut() };
  } catch (error) {
    const refused = refusedOf(error) as readonly Reason[] | undefined;
    if (refused === undefined) throw error;
    return { error, leftOut: refused };
  }
};
