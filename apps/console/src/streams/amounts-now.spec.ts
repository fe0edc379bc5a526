import { amountsAt, growthOf } from './amounts-now.js';

const stream = {
  as_of: 1_500,
  start_time: 1_000,
  end_time: 2_000,
  cliff_timestamp: null,
  status: 'ACTIVE',
  stream_type: 'LINEAR',
  total_amount_base: 10_000n,
  vested_amount_base: 5_000n,
  withdrawn_amount_base: 2_000n,
  claimable_amount_base: 3_000n,
} as const;

describe('the amounts of a stream', () => {
  it('are of one instant: what is claimed and claimable is what has vested', () => {
    for (const grown of [0n, 1n, 5_000n]) {
      const { vested, claimed, claimable, locked } = amountsAt(stream, grown);
      expect(vested).toBe(5_000n + grown);
      expect(claimed + claimable).toBe(vested);
      expect(vested + locked).toBe(stream.total_amount_base);
    }
  });

  it('leave what cannot be claimed yet as it is', () =>
    expect(amountsAt({ ...stream, claimable_amount_base: 0n }, 7n)).toMatchObject({ vested: 5_007n, claimable: 0n }));

  it('grow up to the total while a linear stream runs, and no others', () => {
    expect(growthOf(stream)).toEqual({ amount: 10_000n, seconds: 1_000n, most: 5_000n });
    for (const other of [
      { status: 'CANCELLED' },
      { stream_type: 'STEP' },
      { as_of: 999 },
      { as_of: 2_000 },
      { cliff_timestamp: 1_600 },
    ] as const)
      expect(growthOf({ ...stream, ...other })).toBeUndefined();
  });
});
