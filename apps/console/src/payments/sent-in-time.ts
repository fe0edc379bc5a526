import type { VerbOptions } from '@weir/client';
import { TooLateToChange } from '../failures/too-late-to-change.js';
import type { SalaryChange } from './change-salary.js';

interface Deadline {
  readonly changes: readonly Pick<SalaryChange, 'sendBy' | 'firstNew'>[];
  /** The chain's time when the changes were computed, Unix seconds. */
  readonly asOf: number;
  /** Reads the chain's time now. */
  readonly readTime: () => Promise<number>;
}

/**
 * Returns the options of a cancel that is never sent after its time: a person may take days to review or to sign. It is checked by
 * the chain's time before the wallet is asked, and once more before it is sent.
 */
export const sentInTime = (options: VerbOptions, { changes, asOf, readTime }: Deadline): VerbOptions => {
  let known = { asOf, at: Date.now() };
  const assertInTime = (): void => {
    const now = known.asOf + (Date.now() - known.at) / 1_000;
    const late = changes.find(({ sendBy }) => now > sendBy);
    if (late !== undefined) throw new TooLateToChange(late.firstNew);
  };
  return {
    ...options,
    onReview: async (review) => {
      const isAgreed = (await options.onReview?.(review)) ?? false;
      if (isAgreed) {
        known = { asOf: await readTime(), at: Date.now() };
        assertInTime();
      }
      return isAgreed;
    },
    onProgress: (progress) => {
      if (progress.step === 'sending') assertInTime();
      options.onProgress?.(progress);
    },
  };
};
