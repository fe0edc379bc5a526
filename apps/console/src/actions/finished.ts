import { createStore } from '../storage/value-store.js';
import type { Receipt } from './receipt.js';

/** What a form has just created and funded: its record's page, which opens then, says so. */
export const finished = createStore<Receipt | undefined>(undefined);
