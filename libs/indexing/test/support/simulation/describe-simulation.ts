import { scriptWorld } from '../scripted-world.js';
import type { ScriptedWorld } from '../scripted-world.js';
import { createIndexerTestDatabase } from './databases.js';
import { simulate } from './simulate.js';
import type { SimulationDatabases } from './simulate.js';

/** Seeds run by default, over all parts. */
const SEEDS = 200;

const seedsOf = (part: number, parts: number): number[] => {
  const { SIMULATION_SEED: only, SIMULATION_SEEDS: count = String(SEEDS) } = process.env;
  const seeds = only === undefined ? Array.from({ length: Number(count) }, (_, i) => i + 1) : only.split(',').map(Number);
  return seeds.filter((seed) => seed % parts === part);
};

/**
 * Simulates every so-manieth seed. `SIMULATION_SEEDS=1000` runs more of them, `SIMULATION_SEED=17` (or `17,42`) only
 * these.
 */
export const describeSimulation = (part: number, parts: number): void => {
  const seeds = seedsOf(part, parts);
  const describeSome = seeds.length === 0 ? describe.skip : describe;
  describeSome('after anything that can happen, the tables are those of a clean replay', () => {
    let world: ScriptedWorld;
    let databases: SimulationDatabases;

    beforeAll(async () => {
      world = await scriptWorld();
      databases = { live: await createIndexerTestDatabase(), replay: await createIndexerTestDatabase() };
    });
    afterAll(() => Promise.all([databases.live.drop(), databases.replay.drop()]));

    it.each(seeds)('seed %i', async (seed) => {
      const { indexed, replayed, lineages, diary } = await simulate(seed, world, databases);
      try {
        expect(indexed).toEqual(replayed);
        for (const { indexed: steps, onChain } of lineages) expect(steps).toEqual(onChain);
        for (const { asset, balance } of indexed.balances.filter(({ asset: each, day }, _, all) => !all.some((other) => other.asset === each && other.day > day))) {
          const held = indexed.contracts.reduce((sum, contract) => sum + (asset === 'BCH' ? contract.held_satoshis : contract.token_category === asset ? contract.held_tokens : 0n), 0n);
          expect(balance).toBe(held);
        }
      } catch (error) {
        throw new Error(`Seed ${seed} failed. Run it alone with SIMULATION_SEED=${seed}.\n${diary.join('\n')}`, { cause: error });
      }
    });
  });
};
