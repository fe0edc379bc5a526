import { useState } from 'react';
import { kept, type KeptTexts } from '../storage/kept.js';
import { isTabOpen, ownTab } from '../storage/tabs.js';

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

/** Returns a fresh draft with the kept changes of an earlier one; undefined where none is usable. */
export const restoredDraft = <Draft extends object>(fresh: Draft, changes: unknown): Draft | undefined => {
  const like = new Map<string, unknown>(Object.entries(fresh));
  const usable = isObject(changes)
    ? Object.entries(changes).filter(([key, value]) => like.has(key) && isLike(value, like.get(key)))
    : [];
  return usable.length === 0 ? undefined : { ...fresh, ...Object.fromEntries(usable) };
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
export const storedRecordIn = (text: string | null): StoredRecord | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
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
  /** Whether a link filled in some of its fields. */
  readonly isLinked: boolean;
  /** Starts over. */
  readonly discard: () => void;
  /** Lets it go with its page, since what it says was created. */
  readonly forget: () => void;
  /** Returns the record that it was stored as before, also before a reload. */
  readonly storedRecord: () => StoredRecord | undefined;
  /**
   * Keeps the record that it was stored as, and the draft as it is: its untouched times must not move on.
   *
   * @param changes what differs from the draft by now
   */
  readonly noteStored: (record: StoredRecord, changes?: Partial<Draft>) => void;
}

/** What is kept of a draft: each tab has its own, so that nothing that is typed in one appears in another, or replaces it. */
interface Slot {
  /** When it was changed last, milliseconds. */
  readonly at: number;
  /** Its fields that differ from a fresh draft's. */
  readonly changes: object;
  /** The tab that it was begun in, by which its file is known. */
  readonly begunIn: string;
  /** Whether a file belongs to it. */
  readonly hasFile: boolean;
}

type Kind = 'draft' | 'draft-record';
const startOf = (kind: Kind, form: string): string => `weir:${kind}:${form}:`;
const keyOf = (kind: Kind, form: string, tab = ownTab()): string => startOf(kind, form) + tab;

const slotIn = (text: string | null): Slot | undefined => {
  try {
    const slot: unknown = JSON.parse(text ?? 'null');
    return isLike(slot, { at: 0, changes: {}, begunIn: '', hasFile: false }) ? (slot as Slot) : undefined;
  } catch {
    return undefined;
  }
};

const ownSlot = (form: string, texts: KeptTexts = kept): Slot | undefined => slotIn(texts.get(keyOf('draft', form)));

/** Keeps a draft, or removes it where there is nothing of it. */
const keepSlot = (form: string, more: Partial<Slot>, texts: KeptTexts = kept): void => {
  const before = ownSlot(form, texts) ?? { at: 0, changes: {}, begunIn: ownTab(), hasFile: false };
  const slot: Slot = { ...before, ...more, at: Date.now() };
  const key = keyOf('draft', form);
  if (Object.keys(slot.changes).length === 0 && !slot.hasFile) texts.remove(key);
  else texts.set(key, JSON.stringify(slot));
};

/**
 * Makes the newest draft of a form that a closed tab has left this tab's own, unless it has one.
 *
 * @param isOpen whether a tab is open, which goes on with its own draft
 */
export const adoptDraft = (form: string, texts: KeptTexts = kept, isOpen = isTabOpen): void => {
  if (ownSlot(form, texts) !== undefined) return;
  const start = startOf('draft', form);
  const left = texts
    .keys(start)
    .map((key) => ({ tab: key.slice(start.length), slot: slotIn(texts.get(key)) }))
    .filter(({ tab, slot }) => slot !== undefined && !isOpen(tab));
  const [newest] = left.toSorted((a, b) => (b.slot?.at ?? 0) - (a.slot?.at ?? 0));
  if (newest === undefined) return;
  for (const kind of ['draft', 'draft-record'] as const) {
    const text = texts.get(keyOf(kind, form, newest.tab));
    if (text !== null) texts.set(keyOf(kind, form), text);
    texts.remove(keyOf(kind, form, newest.tab));
  }
};

/** Returns the tab that the draft of a form was begun in: its file is known by that. */
export const begunIn = (form: string): string => ownSlot(form)?.begunIn ?? ownTab();

/** Notes whether a file belongs to the draft of a form. */
export const noteFile = (form: string, hasFile: boolean): void => keepSlot(form, { hasFile });

/**
 * Holds the draft of a form and keeps it in the browser: it survives a step back, a reload, and a closed tab. Tabs that are open have
 * a draft each.
 *
 * @param kind kind of the form
 * @param fresh the draft to begin with
 * @param given fields that a link fills in, if the page was opened by one; a saved draft is kept apart from them
 */
export const useKeptDraft = <Draft extends object>(
  kind: string,
  fresh: Draft,
  given?: Partial<Draft>,
): KeptDraft<Draft> => {
  const [first] = useState(fresh);
  const [{ form, draft, isRestored, isLinked }, setState] = useState(() => {
    adoptDraft(kind);
    const restored = restoredDraft(first, ownSlot(kind)?.changes);
    if (given !== undefined)
      return {
        form: restored === undefined ? kind : `${kind}-linked`,
        draft: { ...first, ...given },
        isRestored: false,
        isLinked: true,
      };
    return { form: kind, draft: restored ?? first, isRestored: restored !== undefined, isLinked: false };
  });
  const recordKey = keyOf('draft-record', form);
  const forget = (): void => {
    kept.remove(keyOf('draft', form));
    kept.remove(recordKey);
  };
  return {
    draft,
    isRestored,
    isLinked,
    change: (changes) =>
      setState((before) => {
        const changed = { ...before.draft, ...changes };
        keepSlot(form, { changes: changesOf(first, changed) });
        return { ...before, draft: changed };
      }),
    discard: () => {
      forget();
      setState((before) => ({ ...before, draft: first, isRestored: false, isLinked: false }));
    },
    forget,
    storedRecord: () => storedRecordIn(kept.get(recordKey)),
    noteStored: (record, changes = {}) => {
      keepSlot(form, { changes: { ...draft, ...changes } });
      kept.set(recordKey, JSON.stringify(record));
    },
  };
};
