import { attack, liberty, type Attack, type HonestSpend, type Liberty } from '../support/attack-suite.js';
import type { Draft } from '../support/transaction.js';
import { changeInput, continues, spentAt } from './mutations.js';

const FINAL = 0xffffffff;
/** The last locktime that means a block height. */
const LAST_HEIGHT = 499_999_999;
const LAST_TIME = 0xffffffff;

const isTimed = ({ timed }: HonestSpend): boolean => timed;

const rebuilt = ({ at, draft }: HonestSpend, locktime: number): Draft => {
  if (at === undefined) throw new Error('A timed path is rebuilt for another locktime');
  return { ...at(locktime), version: draft.version };
};

/** The same outputs under another locktime: amounts that are not those of the time they claim. */
const relocked = (
  name: string,
  locktime: (spend: HonestSpend) => number,
  appliesTo: Attack['appliesTo'] = isTimed,
): Attack => attack(name, appliesTo, (spend) => ({ ...spend.draft, locktime: locktime(spend) }));

/** Everything computed for another locktime, as a correct builder would. */
const retimed = (
  name: string,
  locktime: (spend: HonestSpend) => number,
  refusedBy: Attack['refusedBy'] = 'script',
): Attack => attack(name, isTimed, (spend) => rebuilt(spend, locktime(spend)), refusedBy);

const allFinal = (draft: Draft): Draft => ({
  ...draft,
  inputs: draft.inputs.map((input) => ({ ...input, sequence: FINAL })),
});

/** What a locktime may say, and when. */
export const timingAttacks: readonly Attack[] = [
  relocked('the amounts of this second, a second earlier', ({ draft }) => draft.locktime - 1),
  relocked(
    'the amounts of this second, a second later',
    ({ draft }) => draft.locktime + 1,
    (spend) => isTimed(spend) && continues(spend) && spend.steady === undefined,
  ),
  relocked('a block height as locktime, same amounts', () => 849_000),
  relocked('the last height as locktime, same amounts', () => LAST_HEIGHT),
  relocked('no locktime, same amounts', () => 0),
  relocked(
    'the last locktime there is, same amounts',
    () => LAST_TIME,
    (spend) => isTimed(spend) && continues(spend) && spend.steady !== 'ever',
  ),
  retimed('a block height as locktime, amounts of its number', () => 849_000),
  retimed('the last height as locktime, amounts of its number', () => LAST_HEIGHT),
  retimed('no locktime, amounts of zero', () => 0),
  retimed('a locktime equal to the median time past', ({ tip }) => tip.mtp, 'lock'),
  retimed('an hour ahead of the chain', ({ tip }) => tip.mtp + 3_600, 'lock'),
  attack('a final sequence number on the covenant', isTimed, (spend) =>
    changeInput(spend.draft, spentAt(spend), (input) => ({ ...input, sequence: FINAL })),
  ),
  attack('final sequence numbers everywhere', isTimed, ({ draft }) => allFinal(draft)),
  attack('final sequence numbers, amounts of a time to come', isTimed, (spend) =>
    allFinal(rebuilt(spend, spend.tip.mtp + 86_400 * 30)),
  ),
];

/** Freedoms a spender has with time, none of which moves a satoshi. */
export const timingLiberties: readonly Liberty[] = [
  liberty('any non-final sequence number on the covenant', isTimed, (spend) =>
    changeInput(spend.draft, spentAt(spend), (input) => ({ ...input, sequence: 0x80000000 })),
  ),
  liberty(
    'the later locktime of a close',
    (spend) => isTimed(spend) && !continues(spend),
    ({ draft }) => ({ ...draft, locktime: draft.locktime + 60 }),
  ),
  liberty('transaction version 1 where there is no relative lock', isTimed, ({ draft }) => ({ ...draft, version: 1 })),
];
