import { sharesOf } from './money-shares.js';

const sizes = (...bases: bigint[]): readonly number[] => sharesOf(bases.map((base) => ({ base })));

describe('sharesOf', () => {
  it('returns shares of one size for parts of any size', () =>
    expect(sizes(0n, 10n ** 30n, 3n * 10n ** 30n)).toEqual([0, 2_500, 7_500]));

  it('returns no share for each of several empty parts', () => expect(sizes(0n, 0n)).toEqual([0, 0]));
});
