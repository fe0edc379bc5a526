import { useSyncExternalStore } from 'react';

/** A request to sign, waiting for the user's approval. */
export interface Approval {
  /** Description of what is signed, from the request. */
  readonly what: string;
  readonly answer: (isApproved: boolean) => void;
}

const KEY = 'weir:local-asks';

/** Returns whether the in-page wallet asks before it signs. */
export const asksFirst = (): boolean => localStorage.getItem(KEY) === 'yes';

let waiting: readonly Approval[] = [];
const listeners = new Set<() => void>();
const tell = (next: readonly Approval[]): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

export const setAsksFirst = (isAsking: boolean): void => {
  localStorage.setItem(KEY, isAsking ? 'yes' : 'no');
  tell([...waiting]);
};

/** Error code for a request that the user rejected (EIP-1193). */
const REJECTED = 4_001;

/** Asks the user. @throws Error 4001 where they decline */
export const approve = async (what: string): Promise<void> => {
  const isApproved = await new Promise<boolean>((resolve) => {
    const approval: Approval = {
      what,
      answer(isIt) {
        tell(waiting.filter((one) => one !== approval));
        resolve(isIt);
      },
    };
    tell([...waiting, approval]);
  });
  if (!isApproved) throw Object.assign(new Error('You declined it'), { code: REJECTED });
};

/** Returns the first request that waits for approval, and whether the wallet asks at all. */
export const useApprovals = (): { readonly first: Approval | undefined; readonly isAsking: boolean } => {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  return { first: all[0], isAsking: asksFirst() };
};
