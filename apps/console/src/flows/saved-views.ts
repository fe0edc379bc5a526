import { withoutTurning } from '../language/direction-signs.js';
import { compareNames } from '../language/locale.js';
import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';
import { type FlowFilters, flowFiltersOf } from './flow-filters.js';

/** Filters of a list that the user gave a name. They are kept in this browser alone. */
export interface SavedView {
  readonly name: string;
  readonly list: 'incoming' | 'outgoing';
  readonly filters: FlowFilters;
}

const KEY = 'weir:views';
/** Most views that are kept. */
const KEPT_VIEWS = 50;

/** Reads saved views; none where that is not readable. */
export const viewsIn = (text: string | null): readonly SavedView[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((value): SavedView[] => {
      const { name, list, filters } = Object(value) as Readonly<Record<string, unknown>>;
      if (typeof name !== 'string' || (list !== 'incoming' && list !== 'outgoing')) return [];
      return [{ name: withoutTurning(name), list, filters: flowFiltersOf(Object(filters) as Record<string, unknown>) }];
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
