import { createDatabase, type Database } from '@weir/infra';
import { seedsOf } from '@weir/simulation';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { migrated } from '../testbed.js';
import { simulate, type SimulationDatabases } from './simulate.js';

/** Seeds run by default, over all parts; `npm run simulate` runs more at night. */
const SEEDS = 6;

/** Simulates every so-manieth seed; see `seedsOf` for others. */
export const describeSimulation = (part: number, parts: number): void => {
  const seeds = seedsOf(part, parts, SEEDS);
  const describeSome = seeds.length === 0 ? describe.skip : describe;
  describeSome('after anything that can happen, the records are those of a clean replay', () => {
    const tests: TestDatabase[] = [];
    const open: Database[] = [];
    let databases: SimulationDatabases;

    const create = async (): Promise<[Database, string]> => {
      const test = await createTestDatabase(migrated);
      tests.push(test);
      const db = createDatabase({ url: test.url });
      open.push(db);
      return [db, test.url];
    };
    beforeAll(async () => {
      const [[db, databaseUrl], [replayDb]] = [await create(), await create()];
      databases = { db, databaseUrl, replayDb };
    });
    afterAll(async () => {
      await Promise.all(open.map((db) => db.destroy()));
      await Promise.all(tests.map((test) => test.drop()));
    });

    it.each(seeds)('seed %i', async (seed) => {
      const { recorded, replayed, lineages, diary } = await simulate(seed, databases);
      try {
        expect(recorded).toEqual(replayed);
        for (const { recorded: steps, published, onChain } of lineages)
          expect([steps, published]).toEqual([onChain, onChain]);
      } catch (error) {
        throw new Error(`Seed ${seed} failed. Run it alone with SIMULATION_SEED=${seed}.\n${diary.join('\n')}`, {
          cause: error,
        });
      }
    });
  });
};
