import { createElectrumPool, type ElectrumPool } from '@weir/infra';
import { casesOf, PATH_CONTRACTS, productOf, runPathCase } from '@weir/simulation/paths';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createPathSubject } from '../support/path-subject.js';

describe.each(PATH_CONTRACTS.map((each) => [productOf(each), each] as const))('%s', (_, contract) => {
  // A chain each: time passes, and must not overtake the clock.
  let fixture: Fixture;
  let pool: ElectrumPool;
  beforeAll(async () => {
    fixture = await startFixture();
    pool = await createElectrumPool({ urls: [fixture.devnet.url] });
  });
  afterAll(async () => {
    await pool.close();
    await fixture.stop();
  });

  it.each(casesOf(contract).map((each) => [each.name, each] as const))('%s', async (__, pathCase) => {
    for (const { after, expected, seen } of await runPathCase(pathCase, createPathSubject(fixture, pool)))
      expect([after, seen]).toEqual([after, expected]);
  });
});
