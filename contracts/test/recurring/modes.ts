import { BCH, TOKENS } from './mode.js';

/** Both covenants, for tests that say the same of each. */
export const MODES = [
  ['in BCH', BCH],
  ['in tokens', TOKENS],
] as const;
