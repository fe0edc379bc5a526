import { MemoryStorage } from './memory-storage.js';

/** The names of the two storages of the Web Storage standard. */
const STORAGES = ['localStorage', 'sessionStorage'] as const;
type StorageName = (typeof STORAGES)[number];

/** The part of the global scope that is used here; tests run without it. */
interface Scope {
  readonly localStorage?: Storage | null;
  readonly sessionStorage?: Storage | null;
  readonly indexedDB?: IDBFactory | null;
  readonly caches?: CacheStorage;
  readonly navigator?: { readonly serviceWorker?: ServiceWorkerContainer; readonly locks?: LockManager };
}
const scope = globalThis as Scope;

/** Returns what a getter gives; undefined where the browser does not have it, or denies it by an exception. */
const orNone = <Value>(get: () => Value | null | undefined): Value | undefined => {
  try {
    return get() ?? undefined;
  } catch {
    return undefined;
  }
};

/**
 * Puts a storage in memory in the place of each that the browser denies: some throw as the name is read, others have null there.
 * Libraries, which read these names without a guard, work then as well. Runs before any other module.
 *
 * @returns whether the browser keeps nothing of this page
 */
export const replaceBlockedStorages = (of: object = globalThis): boolean => {
  const blocked = STORAGES.filter((name) => orNone(() => (of as Scope)[name]) === undefined);
  for (const name of blocked)
    orNone(() => Object.defineProperty(of, name, { value: new MemoryStorage(), configurable: true }));
  return blocked.includes('localStorage');
};

/** Returns a storage of the browser; undefined where it is denied. */
export const storageOf = (name: StorageName): Storage | undefined => orNone(() => scope[name]);

/** Returns the locks that tabs of a browser share; undefined where it has none. Requests may be refused all the same. */
export const lockManager = (): LockManager | undefined => orNone(() => scope.navigator?.locks);

/** Returns what registers service workers; undefined where the browser has none, or denies it. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => orNone(() => scope.navigator?.serviceWorker);

/** Opens a cache of files; undefined where the browser keeps none. */
export const openCache = async (name: string): Promise<Cache | undefined> => {
  try {
    return await scope.caches?.open(name);
  } catch {
    return undefined;
  }
};

/** Name of a database that is opened to see whether one can be. */
const PROBE = 'weir-probe';

/** Returns whether the browser has databases. Some refuse only when one is opened. */
export const hasDatabases = async (): Promise<boolean> => {
  const databases = orNone(() => scope.indexedDB);
  const request = orNone(() => databases?.open(PROBE));
  if (databases === undefined || request === undefined) return false;
  const isOpen = await new Promise<boolean>((resolve) => {
    request.addEventListener('success', () => resolve(true));
    request.addEventListener('error', () => resolve(false));
    request.addEventListener('blocked', () => resolve(false));
  });
  if (!isOpen) return false;
  request.result.close();
  databases.deleteDatabase(PROBE);
  return true;
};
