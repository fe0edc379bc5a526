import { createCached } from '../shared/wait.js';

/** Loads what checks transactions and messages, once something is signed: it is larger than the whole client. */
export const loadChecks = createCached(() => import('./checks.js'), undefined);
