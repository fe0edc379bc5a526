import { replaceBlockedStorages, storageOf } from './browser.js';
import { createStore } from './value-store.js';

/** Texts by key. None of its functions fails: what the browser does not keep is in memory, as long as the page. */
export interface KeptTexts {
  /** Returns a text; null where there is none. */
  get(key: string): string | null;
  /** @returns whether the browser keeps it */
  set(key: string, text: string): boolean;
  remove(key: string): void;
  /** Returns the keys that begin with a text. */
  keys(start: string): readonly string[];
}

/**
 * Makes kept texts of a storage.
 *
 * @param find returns the storage, each time it is used: browsers may deny it later; undefined where there is none
 * @param onUnkept called with the keys of what is in memory alone, each time that they change
 */
export const keptIn = (
  find: () => Storage | undefined,
  onUnkept: (keys: readonly string[]) => void = () => undefined,
): KeptTexts => {
  const unkept = new Map<string, string>();
  const attempt = <Value>(work: (storage: Storage) => Value): Value | undefined => {
    try {
      const storage = find();
      return storage === undefined ? undefined : work(storage);
    } catch {
      // Full, or denied since the page was loaded.
      return undefined;
    }
  };
  const note = (): void => onUnkept([...unkept.keys()]);
  return {
    get: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key, text) {
      const isKept = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      });
      if (isKept === true) {
        if (unkept.delete(key)) note();
        return true;
      }
      const isNew = !unkept.has(key);
      unkept.set(key, text);
      if (isNew) note();
      return false;
    },
    remove(key) {
      if (unkept.delete(key)) note();
      attempt((storage) => storage.removeItem(key));
    },
    keys(start) {
      const stored = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)));
      const all = [...(stored ?? []), ...unkept.keys()].filter((key) => key !== null);
      return [...new Set(all)].filter((key) => key.startsWith(start));
    },
  };
};

/** Whether the browser keeps nothing of this page at all. Tests have no browser. */
export const isBlocked = 'document' in globalThis && replaceBlockedStorages();

/** The keys of what the browser was to keep, and could not: its storage is full. */
export const unkeptKeys = createStore<readonly string[]>([]);

/** What the browser keeps for all tabs, also when they are closed. */
export const kept: KeptTexts = keptIn(
  () => storageOf('localStorage'),
  (keys) => unkeptKeys.set(keys),
);

/** What it keeps for this tab, until that is closed: it survives a reload. */
export const keptInTab: KeptTexts = keptIn(() => storageOf('sessionStorage'));

/** Calls back when another tab has changed a kept text. @param listener called with its key, null where all were removed @returns stops that */
export const onOtherTab = (listener: (key: string | null) => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => listener(key);
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
