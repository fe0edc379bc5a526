import { useSyncExternalStore } from 'react';

/** Something the wallet in the page is asked to sign. */
export interface Approval {
  /** What it would sign, in its asker's words. */
  readonly what: string;
  readonly answer: (isApproved: boolean) => void;
}

const KEY = 'weir:local-asks';

/** Whether the wallet in the page asks before it signs, as wallets with money in them do. */
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

/** What a user's no is called among wallets: EIP-1193. */
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

/** What waits for the user's answer, and whether they are asked at all. */
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
