import type { Rule } from './rules.js';

interface SecondLock {
  readonly source: RegExp;
  readonly function: RegExp;
  readonly text: RegExp;
  /** What refuses the same without it. */
  readonly because: string;
}

const COVENANTS = /^(?:plan|calendar)-(?:vesting|recurring)-|^tranches-/u;

/** Rules that others make needless while every plan's genesis is sound. They keep each path's argument to itself. */
const SECOND_LOCKS: readonly SecondLock[] = [
  {
    source: /^airdrop-.*(?:whitelist|vested)-/u,
    function: /^claim$/u,
    text: /^within\(path, 0, leaves\)$/u,
    because: 'a climb of another depth needs a leaf that is a node, and no two strings have one hash',
  },
  {
    source: /./u,
    function: /./u,
    text: /^nonce\.length == 16$/u,
    because: 'no rule: it makes the nonce part of the script',
  },
  {
    source: COVENANTS,
    function: /^(?:cancel|stop|resume)$/u,
    text: /^tx\.inputs\[0\]\.tokenCategory != (?:category|tx\.inputs\[i\]\.tokenCategory)$/u,
    because: 'input 0 is locked by the sender, who has no address in the plan',
  },
  {
    source: COVENANTS,
    function: /^(?:cancel|stop)$/u,
    text: /^tx\.inputs\[i\]\.tokenAmount > 0$/u,
    because: 'the clock must carry units, and nobody else has any',
  },
  {
    source: COVENANTS,
    function: /^(?:cancel|stop)$/u,
    text: /^tx\.outputs\[o - [12]\]\.tokenAmount == 0$/u,
    because: 'all units of the stream are in its clock, and nobody else has any',
  },
  {
    source: COVENANTS,
    function: /^refund$/u,
    text: /^tx\.inputs\[0\]\.tokenAmount == 0$/u,
    because: 'the clock asks for it, and an active stream has none',
  },
  {
    source: COVENANTS,
    function: /^refund$/u,
    text: /^tx\.inputs\[[12]\]\.tokenAmount == int\(/u,
    because: 'the clock asks for it',
  },
  {
    source: COVENANTS,
    function: /^settle$/u,
    text: /^tx\.inputs\[[12]\]\.tokenCategory == /u,
    because: 'the units that return can come from the clock alone',
  },
  {
    source: /-token$/u,
    function: /^cancel$/u,
    text: /^vested < total$/u,
    because: 'a companion of no tokens is none',
  },
  {
    source: COVENANTS,
    function: /^settle$/u,
    text: /^tx\.outputs\[0\]\.tokenAmount == tx\.inputs\[[12]\]\.tokenAmount$/u,
    because: 'the clock asks for it',
  },
  {
    source: /^roster$/u,
    function: /^(?:recover|veto)$/u,
    text: /^tx\.inputs\[1\]\.tokenCategory == id \+ 0x01$/u,
    because: 'the output must be the state, and a state elsewhere goes on at input 0 with its own output',
  },
];

/** Why a rule may be left out alone; undefined for one that must not. */
export const secondLockOf = ({ source, function: called, text }: Rule): string | undefined =>
  SECOND_LOCKS.find((lock) => lock.source.test(source) && lock.function.test(called) && lock.text.test(text))?.because;
