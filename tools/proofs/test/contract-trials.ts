/**
 * The transactions that the covenants' own tests try, and what removes a rule from a source. By path, since the package of
 * contracts is published and its tests are not.
 */
export * from '../../../contracts/test/mutation/index.js';
