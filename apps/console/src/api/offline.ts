import { createStore } from '../storage/value-store.js';

/** Since when nothing comes from the service, milliseconds; undefined while it does. */
export const offlineSince = createStore<number | undefined>(undefined);
