export { decimalMarkOf } from './decimal-mark.js';
export { type DecimalMark, invisibleIn, withoutOuterBlanks } from './number-text.js';
export * from './read-amount.js';
