import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import type { ChainPoint, Draft } from '../support/transaction.js';
import { changeInput } from './mutations.js';

const DISABLED = 0x80000000;
const IN_SECONDS = 0x00400000;
const BEYOND_THE_FIELD = 0x00010000;

const waits = ({ relativeLock }: HonestSpend): boolean => relativeLock !== undefined;

const onClock = (spend: HonestSpend, change: Parameters<typeof changeInput>[2]): Draft =>
  changeInput(spend.draft, spend.places.clockSpent ?? 0, change);

const withSequence = (
  name: string,
  sequence: (blocks: number) => number,
  refusedBy: Attack['refusedBy'] = 'script',
): Attack =>
  attack(
    `a clock with ${name}`,
    waits,
    (spend) => onClock(spend, (input) => ({ ...input, sequence: sequence(spend.relativeLock ?? 0) })),
    refusedBy,
  );

const withAge = (name: string, mined: (spend: HonestSpend) => ChainPoint | undefined): Attack =>
  attack(
    name,
    waits,
    (spend) => onClock(spend, (input) => ({ ...input, coin: { ...input.coin, mined: mined(spend) } })),
    'lock',
  );

/** Ways around a wait in blocks. */
export const relativeLockAttacks: readonly Attack[] = [
  withSequence('a block less', (blocks) => blocks - 1),
  withSequence('no wait', () => 0),
  withSequence('the wait disabled', (blocks) => (DISABLED | blocks) >>> 0),
  withSequence('the wait disabled, all bits', () => 0xfffffffe),
  withSequence('a final sequence number', () => 0xffffffff),
  withSequence('a wait in units of 512 seconds', (blocks) => IN_SECONDS | blocks),
  withSequence('a wait beyond the 16 bits that count', (blocks) => BEYOND_THE_FIELD | blocks),
  withSequence('a wait of 65,536, which counts as none', () => BEYOND_THE_FIELD),
  withSequence('a longer wait than it is old', () => 65_535, 'lock'),
  attack('version 1, where relative locks mean nothing', waits, ({ draft }) => ({ ...draft, version: 1 })),
  attack('version 0', waits, ({ draft }) => ({ ...draft, version: 0 })),
  withAge('a clock one block too young', ({ tip, relativeLock = 0 }) => ({
    ...tip,
    height: tip.height + 2 - relativeLock,
  })),
  withAge('an unconfirmed clock', () => undefined),
];
