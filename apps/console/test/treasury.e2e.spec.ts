import { chainScenarios } from './scenarios/chain.js';
import { planScenarios } from './scenarios/plans.js';
import { purseScenarios } from './scenarios/purses.js';
import { rosterScenarios } from './scenarios/rosters.js';
import { vaultScenarios } from './scenarios/vaults.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  // Callers must authenticate here, as in production.
  fixture = await startFixture({ AUTH_MODE: 'signed' });
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

vaultScenarios(() => fixture);
purseScenarios(() => fixture);
rosterScenarios(() => fixture);
planScenarios(() => fixture);
chainScenarios(() => fixture);
