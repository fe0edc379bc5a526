import { half } from './values-b.js';

/** Imports a value from a file that imports one from it. */
export const whole = (): number => 2 * half();
