/** How the claims of a campaign that is open to everybody are divided among its lanes. */
export interface LaneLoad {
  /** How many claims all lanes pay together. */
  readonly claims: number;
  readonly lanes: number;
  /** How many claims one address may make. */
  readonly limit: number;
}

/** Addresses from which on a lane is filled within 4 %, however many there are: not computed. */
const MANY = 10_000;
const STEPS = 50;

/** ln n!, by Stirling's series; off by less than 0.001. */
const lnFactorial = (n: number): number =>
  n < 2 ? 0 : n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n);

/** The chance that more than `most` arrive where `mean` are expected (Poisson), for a mean below `most`. */
const chanceOfMore = (most: number, mean: number): number => {
  let term = Math.exp((most + 1) * Math.log(mean) - mean - lnFactorial(most + 1));
  let sum = term;
  for (let k = most + 2; term > sum * 1e-9; k += 1) {
    term *= mean / k;
    sum += term;
  }
  return sum;
};

/**
 * Estimates the share of a pool that has been claimed when, as likely as not, the first claimer finds the lane of their
 * address used up: addresses fall on lanes by chance, each lane has its part of the claims, and one of them is the
 * first to be used up.
 *
 * Assumes that claimers make all the claims they may.
 *
 * @returns 0 to 1
 */
export const shareAtFirstRefusal = ({ claims, lanes, limit }: LaneLoad): number => {
  if (lanes === 1) return 1;
  const quota = Math.floor(claims / lanes);
  const addresses = Math.floor(quota / limit);
  if (addresses >= MANY) return 1;
  if (addresses === 0) return 1 / lanes;
  // For all lanes to stay within their part with a chance of one half, each alone must do so with this chance.
  const chance = 1 - 0.5 ** (1 / lanes);
  let [low, high] = [0, addresses + 1];
  for (let step = 0; step < STEPS; step += 1) {
    const mean = (low + high) / 2;
    if (chanceOfMore(addresses, mean) < chance) low = mean;
    else high = mean;
  }
  return Math.min(1, (low * limit) / quota);
};

/**
 * Returns the largest number of lanes, up to the given one, of which the first is used up no sooner than the given
 * share of the pool is claimed.
 */
export const lanesThatFill = (shape: LaneLoad, share: number): number => {
  let { lanes } = shape;
  while (lanes > 1 && shareAtFirstRefusal({ ...shape, lanes }) < share) lanes /= 2;
  return lanes;
};
