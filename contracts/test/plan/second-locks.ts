import type { Mutant } from '../support/mutants.js';

interface SecondLock {
  readonly source: RegExp;
  readonly path: RegExp;
  readonly rule: RegExp;
  /** What refuses the same without it. */
  readonly because: string;
}

const COVENANTS = /^plan-(?:vesting|recurring)-/u;

/** Rules that others make needless while every plan's genesis is sound. They keep each path's argument to itself. */
const SECOND_LOCKS: readonly SecondLock[] = [
  {
    source: COVENANTS,
    path: /^refund$/u,
    rule: /^nonce\.length == 16$/u,
    because: 'no rule: it makes the nonce part of the script',
  },
  {
    source: COVENANTS,
    path: /^(?:cancel|stop|resume)$/u,
    rule: /^tx\.inputs\[0\]\.tokenCategory != (?:category|tx\.inputs\[i\]\.tokenCategory)$/u,
    because: 'input 0 is locked by the sender, who is no address of the plan',
  },
  {
    source: COVENANTS,
    path: /^(?:cancel|stop)$/u,
    rule: /^tx\.inputs\[i\]\.tokenAmount > 0$/u,
    because: 'the clock must carry units, and nobody else has any',
  },
  {
    source: COVENANTS,
    path: /^(?:cancel|stop)$/u,
    rule: /^tx\.outputs\[o - [12]\]\.tokenAmount == 0$/u,
    because: 'all units of the stream are in its clock, and nobody else has any',
  },
  {
    source: COVENANTS,
    path: /^refund$/u,
    rule: /^tx\.inputs\[0\]\.tokenAmount == 0$/u,
    because: 'the clock asks for it, and an active stream has none',
  },
  {
    source: COVENANTS,
    path: /^refund$/u,
    rule: /^tx\.inputs\[[12]\]\.tokenAmount == int\(/u,
    because: 'the clock asks for it',
  },
  {
    source: COVENANTS,
    path: /^settle$/u,
    rule: /^tx\.inputs\[[12]\]\.tokenCategory == /u,
    because: 'the units that return can come from the clock alone',
  },
  {
    source: /-token$/u,
    path: /^cancel$/u,
    rule: /^vested < total$/u,
    because: 'a companion of no tokens is none',
  },
  {
    source: COVENANTS,
    path: /^settle$/u,
    rule: /^tx\.outputs\[0\]\.tokenAmount == tx\.inputs\[[12]\]\.tokenAmount$/u,
    because: 'the clock asks for it',
  },
];

/** Why a rule may be left out alone; undefined for one that must not. */
export const secondLockOf = ({ source, path, rule }: Mutant): string | undefined =>
  SECOND_LOCKS.find((lock) => lock.source.test(source) && lock.path.test(path) && lock.rule.test(rule))?.because;
