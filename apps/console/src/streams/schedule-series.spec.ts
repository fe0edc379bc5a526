import { claimedAt, isBackdated, splitNow, vestedBy, withPresent } from './schedule-series.js';

describe('a schedule as a chart', () => {
  const events = [
    { event: 'funded', at: 5, amount_base: 100n },
    { event: 'claimed', at: 20, amount_base: 10n },
    { event: 'pushed', at: 30, amount_base: 5n },
  ];

  it('has the amounts claimed up to now, and none beyond', () =>
    expect(claimedAt([0, 10, 20, 35, 50], events, 40)).toEqual([0n, 0n, 10n, 15n, null]));

  it('rises to its end, and no further than a cancel let it', () => {
    const schedule = [0n, 50n, 100n].map((vestedAmountBase, time) => ({ time, vestedAmountBase }));
    expect(vestedBy(schedule, { status: 'ACTIVE', vested_amount_base: 20n })).toEqual([0n, 50n, 100n]);
    expect(vestedBy(schedule, { status: 'CANCELLED', vested_amount_base: 20n })).toEqual([0n, 20n, 20n]);
  });

  it('of a draft is reported as past only if it is, and not because the form was open for a while', () => {
    const draft = { start_time: 1_000, as_of: 1_000 + 7 * 86_400, vested_amount_base: 5n };
    expect(isBackdated(draft)).toBe(true);
    expect(isBackdated({ ...draft, as_of: 1_300 })).toBe(false);
    expect(isBackdated({ ...draft, vested_amount_base: 0n })).toBe(false);
    expect(isBackdated({ ...draft, status: 'ACTIVE' })).toBe(false);
  });

  it('splits a stream into the claimable and the returning amount', () =>
    expect(splitNow({ total_amount_base: 100n, vested_amount_base: 60n, withdrawn_amount_base: 15n })).toEqual({
      toRecipient: 45n,
      toSender: 40n,
    }));
});

it('withPresent adds the amount vested by now between two points of a schedule, and nothing outside of it', () => {
  const schedule = [0, 10].map((time) => ({ time, vestedAmountBase: BigInt(time) }));
  expect(withPresent(schedule, { as_of: 4, vested_amount_base: 3n })).toEqual([
    { time: 0, vestedAmountBase: 0n },
    { time: 4, vestedAmountBase: 3n },
    { time: 10, vestedAmountBase: 10n },
  ]);
  for (const as_of of [-1, 0, 10, 11])
    expect(withPresent(schedule, { as_of, vested_amount_base: 3n })).toEqual(schedule);
});

it('withPresent leaves the schedule of a stream that is not funded as it is', () => {
  const schedule = [0, 10].map((time) => ({ time, vestedAmountBase: BigInt(time) }));
  expect(withPresent(schedule, { as_of: 4, vested_amount_base: 0n, status: 'PENDING' })).toEqual(schedule);
});
