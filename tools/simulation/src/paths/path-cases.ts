import { DAY, PERIODS, VESTING_DAYS } from './path-terms.js';
import type { Path, PathCase, PathContract, PathStep } from './path.types.js';

/** All covenants of streams and payments. */
export const PATH_CONTRACTS: readonly PathContract[] = (['VESTING', 'RECURRING'] as const).flatMap((schedule) =>
  (['BCH', 'TOKEN'] as const).map((asset) => ({ schedule, asset })),
);

const after = (days: number, path: Path): PathStep => ({ path, wait: days * DAY });
const at = (path: Path): PathStep => ({ path, wait: 0 });

const VESTING_CASES: readonly Omit<PathCase, 'contract'>[] = [
  {
    name: 'is paid in parts, by whoever asks, to the end',
    steps: [after(4, 'claim'), after(6, 'pay'), after(5, 'push'), after(VESTING_DAYS, 'claim')],
  },
  {
    name: 'is cancelled, pushed while its notice runs, and refunded',
    // Pushes at least a 16th of what is left: the least that the reserve pays under notice.
    steps: [after(5, 'cancel'), after(3, 'push'), at('refund')],
  },
  { name: 'is swept of what was sent there by mistake', steps: [at('sweep'), after(8, 'claim')] },
];

const RECURRING_CASES: readonly Omit<PathCase, 'contract'>[] = [
  {
    name: 'is paid period by period, by whoever asks, to the end',
    steps: [after(2, 'claim'), after(1, 'pay'), after(5, 'push'), after(PERIODS, 'claim')],
  },
  {
    name: 'is cancelled, pushed while its notice runs, and refunded',
    steps: [after(3, 'cancel'), after(2, 'push'), at('refund')],
  },
  {
    name: 'is paused, pushed, settled, and resumed',
    steps: [after(1, 'pause'), after(3, 'push'), at('settle'), at('resume'), after(2, 'claim')],
  },
  {
    name: 'is paused, settled, and cancelled',
    steps: [after(1, 'pause'), after(0.5, 'settle'), at('cancel'), after(0.2, 'refund')],
  },
  { name: 'is swept of what was sent there by mistake', steps: [at('sweep'), after(2, 'claim')] },
];

/**
 * All path cases of a covenant, written once and run by everything that follows contracts or builds their transactions.
 * A new path is a step here.
 */
export const casesOf = (contract: PathContract): readonly PathCase[] =>
  (contract.schedule === 'VESTING' ? VESTING_CASES : RECURRING_CASES).map((each) => ({ contract, ...each }));
