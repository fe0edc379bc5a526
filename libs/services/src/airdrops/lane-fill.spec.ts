import { lanesThatFill, shareAtFirstRefusal, type LaneLoad } from './create-campaign.js';

/** A generator of its own, so that the test says the same each time. */
const generator = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Plays campaigns out: wallets come one after the other, and claim all they may, until one is refused. */
const played = ({ claims, lanes, limit }: LaneLoad, rounds: number): number => {
  const random = generator(claims * 31 + lanes);
  const quota = Math.floor(claims / lanes);
  const shares = Array.from({ length: rounds }, () => {
    const made = new Array<number>(lanes).fill(0);
    for (let total = 0; ;) {
      const lane = Math.floor(random() * lanes);
      for (let claim = 0; claim < limit; claim += 1) {
        if (made[lane] === quota) return total / (quota * lanes);
        made[lane] = (made[lane] ?? 0) + 1;
        total += 1;
      }
    }
  });
  return shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
};

const SHAPES: readonly LaneLoad[] = [
  { claims: 1_024, lanes: 256, limit: 1 },
  { claims: 1_024, lanes: 16, limit: 1 },
  { claims: 2_000, lanes: 4, limit: 1 },
  { claims: 1_600, lanes: 16, limit: 2 },
  { claims: 64, lanes: 2, limit: 1 },
  { claims: 4_096, lanes: 64, limit: 4 },
];

describe('the share of a pool at the first refusal', () => {
  it.each(SHAPES)('is that of campaigns that are played out: $claims claims, $lanes lanes, $limit each', (shape) => {
    expect(Math.abs(shareAtFirstRefusal(shape) - played(shape, 201))).toBeLessThan(0.04);
  });

  it('is 23 % for 1,024 claims in 256 lanes, all of it in one', () => {
    expect(shareAtFirstRefusal({ claims: 1_024, lanes: 256, limit: 1 })).toBeCloseTo(0.23, 2);
    expect(shareAtFirstRefusal({ claims: 1_024, lanes: 1, limit: 1 })).toBe(1);
  });

  it('grows with the claims, and is soon the whole', () => {
    const shares = [16, 64, 1_000, 100_000, 10_000_000].map((claims) =>
      shareAtFirstRefusal({ claims, lanes: 16, limit: 1 }),
    );
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('is next to nothing where a lane has fewer claims than one address may make', () => {
    expect(shareAtFirstRefusal({ claims: 8, lanes: 4, limit: 5 })).toBe(0.25);
  });
});

it('the lanes that fill are the most that do', () => {
  const shape = { claims: 1_024, lanes: 256, limit: 1 };
  const lanes = lanesThatFill(shape, 0.8);
  expect(shareAtFirstRefusal({ ...shape, lanes })).toBeGreaterThanOrEqual(0.8);
  expect(shareAtFirstRefusal({ ...shape, lanes: lanes * 2 })).toBeLessThan(0.8);
});
