import { lockManager } from './browser.js';
import { keptInTab } from './kept.js';

/** Where a tab keeps its id, so that it has the same one after a reload. */
const KEY = 'weir:tab';
/** How long the page before a reload may take to leave, milliseconds. Only a tab that was duplicated waits as long. */
const LEAVING_MS = 1_000;

const lockOf = (tab: string): string => `weir:tab:${tab}`;

let own = '';
let locks: LockManager | undefined;
let open: ReadonlySet<string> = new Set();

/** Returns the id of this tab, which no other open tab has. */
export const ownTab = (): string => (own === '' ? (own = crypto.randomUUID()) : own);

/** Returns the locks by which tabs see each other; undefined where the browser has none, or refuses them. */
export const tabLocks = (): LockManager | undefined => locks;

/** Returns whether another tab is open, as of the last `lookForTabs`. Without locks no other tab is known to be. */
export const isTabOpen = (tab: string): boolean => open.has(lockOf(tab));

/** Looks which tabs of the page are open. */
export const lookForTabs = async (): Promise<void> => {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  open = new Set(held.map(({ name = '' }) => name));
};

/** Holds the lock of a tab as long as this page is there. @returns whether it does, or another tab; undefined where locks are refused */
const hold = (manager: LockManager, tab: string): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const work = (): Promise<never> => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    manager
      .request(lockOf(tab), { signal: AbortSignal.timeout(LEAVING_MS) }, work)
      .catch((error: unknown) =>
        resolve(error instanceof DOMException && /^(?:Abort|Timeout)Error$/.test(error.name) ? false : undefined),
      );
  });

/** Gives this tab its id: that from before a reload, unless the tab was duplicated and the other one has it. */
export const startTab = async (): Promise<void> => {
  const manager = lockManager();
  own = keptInTab.get(KEY) ?? '';
  const isHeld = manager === undefined ? undefined : await hold(manager, ownTab());
  if (isHeld !== undefined) locks = manager;
  if (isHeld === false && manager !== undefined) {
    own = '';
    await hold(manager, ownTab());
  }
  keptInTab.set(KEY, ownTab());
  await lookForTabs();
};
