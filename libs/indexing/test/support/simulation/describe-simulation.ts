import { seedsOf } from '@weir/simulation';
import { scriptFixture, type ScriptedFixture } from '../scripted-fixture.js';
import { createIndexerTestDatabase } from './databases.js';
import { simulate, type SimulationDatabases } from './simulate.js';

/** Seeds run by default, over all parts; `npm run simulate` runs more at night. */
const SEEDS = 14;

/** Declares the simulations of this part's seeds; see `seedsOf` for how to choose others. */
export const describeSimulation = (part: number, parts: number): void => {
  const seeds = seedsOf(part, parts, SEEDS);
  const describeSome = seeds.length === 0 ? describe.skip : describe;
  describeSome('after anything that can happen, the tables are those of a clean replay', () => {
    let fixture: ScriptedFixture;
    let databases: SimulationDatabases;

    beforeAll(async () => {
      fixture = await scriptFixture();
      databases = { live: await createIndexerTestDatabase(), replay: await createIndexerTestDatabase() };
    });
    afterAll(() => Promise.all([databases.live.drop(), databases.replay.drop()]));

    it.each(seeds)('seed %i', async (seed) => {
      const { indexed, replayed, lineages, diary } = await simulate(seed, fixture, databases);
      try {
        expect(indexed).toEqual(replayed);
        for (const { indexed: steps, onChain } of lineages) expect(steps).toEqual(onChain);
        for (const { asset, balance } of indexed.current) {
          const held = indexed.contracts.reduce(
            (sum, contract) =>
              sum +
              (asset === 'BCH' ? contract.heldSatoshis : contract.tokenCategory === asset ? contract.heldTokens : 0n),
            0n,
          );
          expect([balance, indexed.balances.findLast((day) => day.asset === asset)?.balance]).toEqual([held, held]);
        }
        for (const { verdict, count } of indexed.verdicts)
          expect(count).toBe(indexed.announcements.filter((each) => each.verdict === verdict).length);
      } catch (error) {
        throw new Error(`Seed ${seed} failed. Run it alone with SIMULATION_SEED=${seed}.\n${diary.join('\n')}`, {
          cause: error,
        });
      }
    });
  });
};
