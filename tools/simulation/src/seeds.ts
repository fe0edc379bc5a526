/**
 * Returns the seeds that a spec file of a simulation runs: those with `seed % parts === part`. By default of the first
 * `count`; `SIMULATION_SEEDS=1000` runs that many, `SIMULATION_SEED=17` (or `17,42`) only these.
 *
 * @param part from 0
 * @throws RangeError for invalid seeds
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
    throw new RangeError(`SIMULATION_SEED is not a list of whole numbers: ${String(only)}`);
  return seeds.filter((seed) => seed % parts === part);
};
