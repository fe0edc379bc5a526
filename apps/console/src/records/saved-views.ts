import { withoutTurning } from '../language/direction-signs.js';
import { compareNames } from '../language/locale.js';
import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';
import { LISTS } from './list-filters.js';

/** The page of a list, by its path. */
export type ViewedList = keyof typeof LISTS | 'explore';

/** Filters of a list that the user gave a name. They are kept in this browser alone. */
export interface SavedView {
  readonly name: string;
  readonly list: ViewedList;
  /** As in the address of the list's page, which ignores what it does not know. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

const KEY = 'weir:views';
/** Most views that are kept. */
const KEPT_VIEWS = 50;

const isList = (list: unknown): list is ViewedList =>
  list === 'explore' || (typeof list === 'string' && Object.hasOwn(LISTS, list));

/** Reads saved views; none where that is not readable. */
export const viewsIn = (text: string | null): readonly SavedView[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((value): SavedView[] => {
      const { name, list, filters } = Object(value) as Readonly<Record<string, unknown>>;
      if (typeof name !== 'string' || !isList(list)) return [];
      const texts = Object.entries(Object(filters) as object).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      return [{ name: withoutTurning(name), list, filters: Object.fromEntries(texts) }];
    });
  } catch {
    return [];
  }
};

const store = createStore(viewsIn(kept.get(KEY)));
export const useViews = store.use;

const setViews = (views: readonly SavedView[]): void => {
  store.set(views);
  kept.set(KEY, JSON.stringify(views));
};

/** Keeps a view; another one of its name and list gives way. */
export const saveView = (view: SavedView): void => {
  const others = store.get().filter(({ name, list }) => name !== view.name || list !== view.list);
  setViews([...others, view].toSorted((one, other) => compareNames(one.name, other.name)).slice(0, KEPT_VIEWS));
};

/** Forgets a view. */
export const forgetView = (view: SavedView): void => setViews(store.get().filter((one) => one !== view));
