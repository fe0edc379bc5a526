/** What covenants are tried with, for tools that look at them from outside: see `tools/proofs/test/teeth`. */
export { trialsOf, type Attempt, type Trials } from './attempts.js';
export { compileSource, compileWithout, rulesOf, SOURCES, type Rule } from './rules.js';
export { secondLockOf } from './second-locks.js';
export { withoutRule, type WithoutRule } from './without-rule.js';
export type { HonestSpend } from '../support/attack-suite.js';
export { seal, type Draft, type Sealed } from '../support/transaction.js';
