import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';

/** A request to sign, waiting for the user's approval. */
export interface Approval {
  /** Description of what is signed, from the request. */
  readonly what: string;
  readonly answer: (isApproved: boolean) => void;
}

const KEY = 'weir:local-asks';

/** Returns whether the in-page wallet asks before it signs. */
export const asksFirst = (): boolean => kept.get(KEY) === 'yes';

const waiting = createStore<readonly Approval[]>([]);

export const setAsksFirst = (isAsking: boolean): void => {
  kept.set(KEY, isAsking ? 'yes' : 'no');
  waiting.set([...waiting.get()]);
};

/** Error code for a request that the user rejected (EIP-1193). */
const REJECTED = 4_001;

/** Asks the user. @throws Error 4001 where they decline */
export const approve = async (what: string): Promise<void> => {
  const isApproved = await new Promise<boolean>((resolve) => {
    const approval: Approval = {
      what,
      answer(isIt) {
        waiting.set(waiting.get().filter((one) => one !== approval));
        resolve(isIt);
      },
    };
    waiting.set([...waiting.get(), approval]);
  });
  if (!isApproved) throw Object.assign(new Error('You declined it'), { code: REJECTED });
};

/** Returns the first request that waits for approval, and whether the wallet asks at all. */
export const useApprovals = (): { readonly first: Approval | undefined; readonly isAsking: boolean } => ({
  first: waiting.use()[0],
  isAsking: asksFirst(),
});
