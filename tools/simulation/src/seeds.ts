/**
 * The seeds a file of a simulation runs: every so-manieth. By default the first `count` of all parts;
 * `SIMULATION_SEEDS=1000` asks for that many, `SIMULATION_SEED=17` (or `17,42`) for these alone.
 *
 * @param part from 0
 * @throws RangeError for seeds that are none
 */
export const seedsOf = (
  part: number,
  parts: number,
  count: number,
  environment: NodeJS.ProcessEnv = process.env,
): number[] => {
  const { SIMULATION_SEED: only, SIMULATION_SEEDS: most = String(count) } = environment;
  const seeds =
    only === undefined ? Array.from({ length: Number(most) }, (_, i) => i + 1) : only.split(',').map(Number);
  if (!seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0))
    throw new RangeError(`SIMULATION_SEED is no list of whole numbers: ${String(only)}`);
  return seeds.filter((seed) => seed % parts === part);
};
