import fc from 'fast-check';
import { MAX_SATOSHIS, MIN_VESTED_ROW } from '@weir/kinds';
import { MAX_LOCKTIME, nearestSoundCliff } from '@weir/vesting';
import { lockingBytecodeOf } from '../chain/address.js';
import { universalScripts } from '../contract/universal-scripts.js';
import {
  findLockProblem,
  findLockScheduleProblem,
  findVestedListProblem,
  leastLeft,
  lockEnd,
  type LockTerms,
  lockVesting,
} from './lock-terms.js';

const START = 1_800_000_000n;
const TERMS: LockTerms = {
  asset: 'BCH',
  start: START,
  cliff: START + 100n,
  step: 10n,
  steps: 100n,
  total: 1_000_000n,
  recipient: lockingBytecodeOf(new Uint8Array(20).fill(7)),
};

describe('the terms of locks', () => {
  it('are sound as they should be', () => {
    expect(findLockProblem(TERMS)).toBeUndefined();
    expect(lockEnd(TERMS)).toBe(START + 1_000n);
    // A pure time lock.
    expect(findLockProblem({ ...TERMS, start: START - 1n, cliff: START, step: 1n, steps: 1n })).toBeUndefined();
  });

  it.each<[Partial<LockTerms>, string]>([
    [{ start: 499_999_999n, cliff: START }, 'START_OUT_OF_RANGE'],
    [{ start: MAX_LOCKTIME }, 'START_OUT_OF_RANGE'],
    [{ step: 0n }, 'STEP_OUT_OF_RANGE'],
    [{ step: -1n }, 'STEP_OUT_OF_RANGE'],
    [{ steps: 0n }, 'STEPS_OUT_OF_RANGE'],
    [{ step: 1n, steps: MAX_LOCKTIME - START + 1n }, 'END_OUT_OF_RANGE'],
    [{ step: 2n ** 40n }, 'END_OUT_OF_RANGE'],
    [{ cliff: START - 1n }, 'CLIFF_OUT_OF_RANGE'],
    [{ cliff: 0n }, 'CLIFF_OUT_OF_RANGE'],
    [{ cliff: START + 1_001n }, 'CLIFF_OUT_OF_RANGE'],
    [{ recipient: Uint8Array.of(0x51) }, 'RECIPIENT_NOT_STANDARD'],
    [{ total: 0n }, 'AMOUNT_OUT_OF_RANGE'],
    [{ total: -5n }, 'AMOUNT_OUT_OF_RANGE'],
    [{ total: MAX_SATOSHIS + 1n }, 'AMOUNT_OUT_OF_RANGE'],
    [{ asset: 'FUNGIBLE_TOKEN', total: 2n ** 63n }, 'AMOUNT_OUT_OF_RANGE'],
    [{ total: 999n }, 'AMOUNT_BELOW_DUST'],
    // 999 satoshis would stay at the cliff.
    [{ total: 99_900n, cliff: START + 990n }, 'SCHEDULE_UNSOUND'],
  ])('are not with %p', (change, problem) => {
    expect(findLockProblem({ ...TERMS, ...change })).toBe(problem);
  });

  it.each(Object.entries(universalScripts('mainnet')))(
    'refuse the universal %s as recipient',
    (_, { lockingBytecode }) => {
      expect(findLockProblem({ ...TERMS, recipient: lockingBytecode })).toBe('RECIPIENT_IS_UNIVERSAL');
    },
  );

  it.each<Partial<LockTerms>>([
    { start: 500_000_000n, cliff: 500_000_000n },
    { step: 1n, steps: MAX_LOCKTIME - START },
    { cliff: START },
    { cliff: START + 1_000n },
    { total: 1_000n, cliff: START },
    { total: MAX_SATOSHIS },
    { asset: 'FUNGIBLE_TOKEN', total: 2n ** 63n - 1n },
    { asset: 'FUNGIBLE_TOKEN', total: 1n },
    { total: 100_000n, cliff: START + 990n },
  ])('are at the edge with %p', (change) => {
    expect(findLockProblem({ ...TERMS, ...change })).toBeUndefined();
  });

  it('that are unsound for their cliff have a nearest sound one', () => {
    const terms = { ...TERMS, total: 99_900n, cliff: START + 990n };
    const cliff = nearestSoundCliff(lockVesting(terms), leastLeft('BCH'));
    expect(findLockProblem({ ...terms, cliff })).toBeUndefined();
  });

  it('of a vested list are sound for every row where they are for the smallest', () => {
    const anySchedule = fc
      .record({ step: fc.bigInt(1n, 10_000_000n), steps: fc.bigInt(1n, 200n), share: fc.bigInt(0n, 1_000n) })
      .map(({ step, steps, share }) => ({ start: START, cliff: START + (step * steps * share) / 1_000n, step, steps }));
    let sound = 0;
    fc.assert(
      fc.property(anySchedule, fc.bigInt(MIN_VESTED_ROW, 10n ** 12n), (schedule, total) => {
        if (findVestedListProblem(schedule, 'BCH') !== undefined) return;
        sound += 1;
        expect(findLockProblem({ ...TERMS, ...schedule, total })).toBeUndefined();
      }),
    );
    expect(sound).toBeGreaterThan(20);
    const late = { start: START, cliff: START + 99n, step: 1n, steps: 100n };
    expect(findVestedListProblem(late, 'BCH')).toBe('SCHEDULE_UNSOUND');
    expect(findVestedListProblem(late, 'FUNGIBLE_TOKEN')).toBeUndefined();
    expect(findVestedListProblem({ ...late, step: 0n }, 'BCH')).toBe(findLockScheduleProblem({ ...late, step: 0n }));
  });
});
