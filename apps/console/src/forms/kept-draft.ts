import { useState } from 'react';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Whether a value has the form of another: what is stored may be another version's. */
const isLike = (value: unknown, like: unknown): boolean => {
  if (Array.isArray(like)) return Array.isArray(value) && value.every((item) => isLike(item, like[0]));
  if (!isObject(like)) return typeof value === typeof like;
  return isObject(value) && Object.keys(like).every((key) => isLike(value[key], like[key]));
};

/** Returns the fields of a draft that differ from a fresh one: untouched ones, such as a start of now, stay fresh. */
export const changesOf = <Draft extends object>(fresh: Draft, draft: Draft): Partial<Draft> => {
  const before = new Map<string, unknown>(Object.entries(fresh));
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before.get(key));
  return Object.fromEntries(Object.entries(draft).filter(isChanged)) as Partial<Draft>;
};

/** Returns a fresh draft with what was kept of an earlier one; undefined where nothing usable was. */
export const restoredDraft = <Draft extends object>(fresh: Draft, kept: string | null): Draft | undefined => {
  if (kept === null) return undefined;
  try {
    const changes: unknown = JSON.parse(kept);
    const like = new Map<string, unknown>(Object.entries(fresh));
    const usable = isObject(changes)
      ? Object.entries(changes).filter(([key, value]) => like.has(key) && isLike(value, like.get(key)))
      : [];
    return usable.length === 0 ? undefined : { ...fresh, ...Object.fromEntries(usable) };
  } catch {
    return undefined;
  }
};

/** The record that a draft was stored as, while nothing is signed for it. */
export interface StoredRecord {
  readonly id: string;
  /** Mark of the terms that it was stored with, and of who stored it. */
  readonly terms: string;
  /** When it was stored, Unix seconds. */
  readonly at: number;
}

/** Reads the record of a draft; undefined where none is kept, or nothing readable. */
export const storedRecordIn = (kept: string | null): StoredRecord | undefined => {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    return isLike(value, { id: '', terms: '', at: 0 }) ? (value as StoredRecord) : undefined;
  } catch {
    return undefined;
  }
};

/** The draft of a form, which outlives its page. */
export interface KeptDraft<Draft> {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** Whether it is an earlier one, which nobody has discarded. */
  readonly isRestored: boolean;
  /** Begins anew. */
  readonly discard: () => void;
  /** Lets it go with its page, since what it says was created. */
  readonly forget: () => void;
  /** Returns the record that it was stored as before, also before a reload. */
  readonly storedRecord: () => StoredRecord | undefined;
  /** Keeps the record that it was stored as, and the draft as it is: its untouched times must not move on. */
  readonly noteStored: (record: StoredRecord) => void;
}

const store = (key: string, changes: object): void => {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(changes));
  } catch {
    // Storage is full, or off: the draft lives as long as its page.
  }
};

/**
 * Holds the draft of a form and keeps it in the browser: it survives a step back, a reload, and a closed tab.
 *
 * @param kind of the form, one draft each
 * @param fresh the draft to begin with
 */
export const useKeptDraft = <Draft extends object>(kind: string, fresh: Draft): KeptDraft<Draft> => {
  const key = `weir:draft:${kind}`;
  const [first] = useState(fresh);
  const [{ draft, isRestored }, setState] = useState(() => {
    const restored = restoredDraft(first, localStorage.getItem(key));
    return { draft: restored ?? first, isRestored: restored !== undefined };
  });
  const recordKey = `weir:draft-record:${kind}`;
  const forget = (): void => {
    store(key, {});
    store(recordKey, {});
  };
  return {
    draft,
    isRestored,
    change: (changes) =>
      setState((before) => {
        const changed = { ...before.draft, ...changes };
        store(key, changesOf(first, changed));
        return { ...before, draft: changed };
      }),
    discard: () => {
      forget();
      setState({ draft: first, isRestored: false });
    },
    forget,
    storedRecord: () => storedRecordIn(localStorage.getItem(recordKey)),
    noteStored: (record) => {
      store(key, draft);
      store(recordKey, record);
    },
  };
};
