import type { Review } from '@weir/client';
import { createStore } from '../storage/value-store.js';

/** What is about to be signed, waiting for the user to read it. */
export interface OpenReview {
  readonly review: Review;
  readonly answer: (goesOn: boolean) => void;
}

const waiting = createStore<readonly OpenReview[]>([]);

/** Shows what would be signed, and waits until the user has read it. @returns whether the wallet may be asked */
export const showReview = (review: Review): Promise<boolean> =>
  new Promise((resolve) => {
    const open: OpenReview = {
      review,
      answer(goesOn) {
        waiting.set(waiting.get().filter((one) => one !== open));
        resolve(goesOn);
      },
    };
    waiting.set([...waiting.get(), open]);
  });

/** Returns the first review that waits to be read. */
export const useReview = (): OpenReview | undefined => waiting.use()[0];
