import { countdownOf, rosterThiefRows } from './roster-words.js';

const quiet = {
  phase: 'active',
  quietBlocks: 100,
  reviewBlocks: 10,
  callableHeight: 1_100,
  finishableHeight: null,
} as const;

describe('the countdown of a recovery', () => {
  it('is over where the next block can hold the call', () => {
    expect(countdownOf(quiet, 1_000)).toEqual({ left: 99, percent: 1 });
    expect(countdownOf(quiet, 1_098)).toEqual({ left: 1, percent: 99 });
    for (const height of [1_099, 1_100, 2_000]) expect(countdownOf(quiet, height)).toEqual({ left: 0, percent: 100 });
  });

  it('counts to the end of the recovery while one runs', () => {
    const running = { ...quiet, phase: 'recovering', callableHeight: null, finishableHeight: 510 } as const;
    expect(countdownOf(running, 504)).toEqual({ left: 5, percent: 50 });
  });

  it('is not known without a height, a guardian, or a block of the last step', () => {
    expect(countdownOf(quiet, null)).toBeUndefined();
    expect(countdownOf({ ...quiet, callableHeight: null }, 1_000)).toBeUndefined();
  });
});

describe('the table of stolen keys', () => {
  const roster = { guardianHash: 'ab'.repeat(20), quietBlocks: 26_000, reviewBlocks: 4_320 };

  it('has the guardian only where there is one', () => {
    const keysOf = (guardianHash: string | null) => rosterThiefRows({ ...roster, guardianHash }).map(({ key }) => key);
    expect(keysOf(roster.guardianHash)).toEqual(['signer', 'signers', 'guardian', 'former']);
    expect(keysOf(null)).toEqual(['signer', 'signers', 'former']);
  });

  it('says how long nobody may have signed before a guardian can take everything', () => {
    const most = rosterThiefRows(roster).find(({ key }) => key === 'guardian')?.most;
    expect(most).toContain('26,000 blocks');
    expect(most).toContain('4,320 blocks');
  });
});
